import type { Context } from '#access/context.ts';
import { isMachine, labelOf, principalOf, tenantIdOf } from '#access/viewer.ts';
import { openTask } from '#features/tasks/open-task.ts';
import { wholeDigestOf } from '#features/tools/whole-digest.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { newId, toNodeId } from '#platform/ids.ts';
import type { EventSource } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AskTerms } from '#toolkit/run-engine.ts';
import { findApprover, findRuledOut, findSessionPerson } from './find-approver.ts';
import { candidatesFor } from './may-decide.ts';
import { notifyApproval } from './notify-approval.ts';

export type WaitingCall = {
  tool: ResolvedTool;
  input: Record<string, unknown>;
  runId: string;
  sessionId: string;
  from: EventSource;
  terms: AskTerms;
  preview: unknown;
};

const json = (value: unknown) => value as Prisma.InputJsonValue;

/**
 * Puts a call before somebody, in the transaction that writes into the log that it waits: a task, a session of its own
 * for it, and the row that says what exactly was asked.
 */
export async function openApproval(ctx: Context, call: WaitingCall): Promise<{ id: string; expiresAt: Date | null }> {
  const { tool, input, runId, sessionId, from, terms } = call;
  const tenantId = tenantIdOf(ctx.viewer);
  const now = ctx.clock.now();
  const after = (seconds: number | null) => (seconds === null ? null : new Date(now.getTime() + seconds * 1_000));
  const [id, childSessionId] = [newId(), newId()];
  const expiresAt = after(terms.expiresAfter);
  const onBehalfOfId = isMachine(ctx.viewer) ? await findSessionPerson(ctx, sessionId) : null;
  const requesterId = principalOf(ctx.viewer);
  const assigneeId = await findApprover(ctx, onBehalfOfId, terms);
  const taskId = await openTask(ctx, {
    slug: `approve-tool-${tool.slug}-${now.getTime()}`,
    title: `Approve ${tool.name}`,
    kind: 'approval',
    assigneeId,
    candidates: candidatesFor(terms.deciders, { requesterKind: ctx.viewer.kind, requesterId, assigneeId }),
    excluded: await findRuledOut(ctx, onBehalfOfId, terms.selfApproval),
    sessionId: childSessionId,
    dueAt: expiresAt,
    metadata: { isApprovalTask: true, approvalId: id, pausedParentSessionId: sessionId, runId },
  });
  const remindAt = after(terms.remindAfter);
  const approval = await ctx.db.approval.create({
    data: {
      id,
      tenantId,
      runId,
      sessionId,
      taskId,
      toolSlug: tool.slug,
      definitionDigest: wholeDigestOf(tool, (await ctx.tools.of(tenantId)).find),
      input: json(input),
      inputDigest: digestOf(input),
      ...(call.preview !== undefined && { preview: json(call.preview) }),
      ruleId: terms.ruleId,
      ruleRevision: terms.ruleRevision,
      why: terms.why,
      deciders: json({ ...terms.deciders, selfApproval: terms.selfApproval }),
      needed: terms.needed,
      requesterKind: ctx.viewer.kind,
      requesterId,
      requesterLabel: labelOf(ctx.viewer),
      onBehalfOfId,
      source: from.source,
      subSource: from.subSource ?? null,
      assigneeId,
      expiresAt,
      remindAt,
      createdAt: now,
    },
  });
  await ctx.events.append({
    tenantId,
    sessionId: childSessionId,
    opens: { kind: 'approval', title: `Approve ${tool.name}`, parentId: sessionId },
    actor: { kind: 'user', id: assigneeId, label: 'approver' },
    events: [
      {
        type: 'session.waiting_human',
        payload: {
          parentSessionId: toNodeId('Session', sessionId),
          approvalId: toNodeId('Approval', id),
          taskId: toNodeId('Task', taskId),
        },
      },
    ],
  });
  const job = { tenantId, approvalId: id };
  if (expiresAt) await ctx.enqueue('approval.expire', job, { key: id, runAt: expiresAt });
  if (remindAt) await ctx.enqueue('approval.remind', job, { key: id, runAt: remindAt });
  await notifyApproval(ctx, 'opened', approval);
  ctx.ring('Approval', id);
  return { id, expiresAt };
}
