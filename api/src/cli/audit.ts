import { enterTenant } from './choose-tenant.ts';
import { command, family, LIMIT_FLAG, TENANT_FLAG } from './command.ts';
import { noteOn, parseLimit, readPages } from './read-pages.ts';
import { moment, table } from './table.ts';

type Entry = {
  id: string;
  seq: number;
  at: string;
  actorKind: string;
  actorLabel: string;
  action: string;
  decision: 'ALLOWED' | 'DENIED';
  targetType: string;
  targetId: string | null;
  details: unknown;
  requestId: string | null;
  hash: string;
};
type Verification = { valid: boolean; entries: number; brokenSeq: number | null };

const LIST = `query CribAudit($filter: AuditEntryFilter, $first: Int!, $after: String) {
  auditEntries(filter: $filter, first: $first, after: $after) {
    edges { node { id seq at actorKind actorLabel action decision targetType targetId details requestId hash } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const VERIFY = 'query CribVerifyAudit { verifyAudit { valid entries brokenSeq } }';

const list = command({
  name: 'list',
  description: 'Lists who did what in a tenant, newest first.',
  flags: {
    ...TENANT_FLAG,
    action: { type: 'string', valueHint: 'text', description: 'Actions that begin so, such as apiKey.' },
    actor: { type: 'string', valueHint: 'text', description: 'Part of who acted.' },
    denied: { type: 'boolean', description: 'Only what was refused.' },
    ...LIMIT_FLAG,
  },
  async run({ tenant, action, actor, denied, limit }, { crib, terminal }) {
    const most = parseLimit(limit);
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const filter = { action, actor, decision: denied ? 'DENIED' : undefined };
    const found = await readPages<Entry>(ask, LIST, { filter }, most);
    const columns = {
      '#': ({ seq }: Entry) => String(seq),
      at: (entry: Entry) => moment(entry.at),
      who: ({ actorLabel }: Entry) => actorLabel,
      action: (entry: Entry) => entry.action,
      decision: ({ decision }: Entry) => decision.toLowerCase(),
      details: ({ details }: Entry) => JSON.stringify(details),
    };
    const text = found.rows.length > 0 ? table(found.rows, columns, terminal) : `No entry of ${slug} matches.`;
    return { data: found.rows, text, note: noteOn(found) };
  },
});

const verify = command({
  name: 'verify',
  description: 'Walks the whole audit chain of a tenant; exits with 1 when it is broken.',
  flags: TENANT_FLAG,
  async run({ tenant }, { crib }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const { verifyAudit: found } = await ask<{ verifyAudit: Verification }>(VERIFY);
    const text = found.valid
      ? `All ${found.entries} entries of ${slug} fit.`
      : `Entry ${found.brokenSeq} of ${slug} does not fit the one before: somebody changed the log. Compare it with a backup.`;
    return { data: { tenant: slug, ...found }, text, exitCode: found.valid ? 0 : 1 };
  },
});

export const audit = family('audit', 'Reads and verifies the audit log of a tenant.', { list, verify });
