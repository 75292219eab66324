import { appendPastActs, type PastAct } from '#features/audit/append-audit.ts';
import type { PrismaClient, SessionEvent } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';

const READER = 'audit';
const PAGE = 500;
const AUDITED = ['tool.started', 'tool.denied'];

/** Names and sizes, never values: what was sent may be private. */
function describeInput(input: unknown): Record<string, string> {
  const entries = Object.entries((input ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, `${JSON.stringify(value)?.length ?? 0} characters`]));
}

function toAct(event: Omit<SessionEvent, 'hash'>): PastAct {
  const { input } = event.payload as { input?: unknown };
  const { tenantId, createdAt: at, actorKind, actorId, actorLabel } = event;
  return {
    tenantId,
    at,
    actorKind,
    actorId,
    actorLabel,
    requestId: null,
    action: event.type === 'tool.denied' ? 'tool.denied' : 'tool.called',
    target: { type: 'ToolRun', id: event.runId ?? undefined },
    permission: 'tools.tenant.execute',
    decision: event.type === 'tool.denied' ? 'DENIED' : 'ALLOWED',
    details: {
      tool: event.toolSlug,
      source: event.source,
      subSource: event.subSource,
      test: event.test,
      input: describeInput(input),
      inputDigest: digestOf(input ?? null),
    },
  };
}

/**
 * Every call of a tool has its line in the audit log. The lines follow from the log of events, a moment later and
 * exactly once: how far they go is kept in the transaction that writes them.
 */
async function auditTenant(system: PrismaClient, tenantId: string): Promise<boolean> {
  return system.$transaction(async (transaction) => {
    await transaction.logReader.createMany({ data: [{ tenantId, name: READER, pos: 0n }], skipDuplicates: true });
    // Whoever else is at it goes first; then there is nothing left to do.
    const { pos } = await transaction.logReader.update({
      where: { tenantId_name: { tenantId, name: READER } },
      data: { name: READER },
    });
    const events = await transaction.sessionEvent.findMany({
      where: { tenantId, pos: { gt: pos } },
      orderBy: { pos: 'asc' },
      take: PAGE,
      omit: { hash: true },
    });
    const last = events.at(-1);
    if (!last) return false;
    const acts = events.filter((event) => AUDITED.includes(event.type)).map(toAct);
    await appendPastActs(transaction, tenantId, acts);
    await transaction.logReader.update({
      where: { tenantId_name: { tenantId, name: READER } },
      data: { pos: last.pos },
    });
    return events.length === PAGE;
  });
}

/** Brings the audit log of every tenant up to the end of its event log. */
export async function auditRuns(system: PrismaClient): Promise<void> {
  const heads = await system.logHead.findMany();
  const readers = await system.logReader.findMany({ where: { name: READER } });
  const read = new Map(readers.map(({ tenantId, pos }) => [tenantId, pos]));
  for (const { tenantId, pos } of heads) {
    if (pos <= (read.get(tenantId) ?? 0n)) continue;
    for (let isMore = true; isMore; ) isMore = await auditTenant(system, tenantId);
  }
}
