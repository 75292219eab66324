import type pg from 'pg';
import { type AuditAct, type Circumstances, toEntry } from './audit-entry.ts';

export type PastAct = AuditAct & Circumstances;

const TAKE_HEAD = 'UPDATE audit_heads SET seq = seq + $2 WHERE tenant_id = $1 RETURNING seq, hash';
const WRITE = `
  INSERT INTO audit_entries (id, tenant_id, seq, at, actor_kind, actor_id, actor_label, action, target_type, target_id,
    permission, decision, details, before_digest, after_digest, request_id, previous_hash, hash)
  SELECT id, "tenantId", seq, at, "actorKind", "actorId", "actorLabel", action, "targetType", "targetId",
    permission, decision, details, "beforeDigest", "afterDigest", "requestId", "previousHash", hash
  FROM json_to_recordset($1) AS e(id uuid, "tenantId" uuid, seq int, at timestamptz, "actorKind" text, "actorId" text,
    "actorLabel" text, action text, "targetType" text, "targetId" text, permission text, decision text, details jsonb,
    "beforeDigest" text, "afterDigest" text, "requestId" text, "previousHash" text, hash text)`;
const SET_HEAD = 'UPDATE audit_heads SET hash = $2 WHERE tenant_id = $1';

/** Writes down acts of one tenant that happened before, all at once, in the transaction that notes how far one has come. */
export async function appendPastActs(client: pg.ClientBase, tenantId: string, acts: readonly PastAct[]): Promise<void> {
  if (acts.length === 0) return;
  const { rows } = await client.query<{ seq: number; hash: string }>(TAKE_HEAD, [tenantId, acts.length]);
  let head = { seq: rows[0]!.seq - acts.length, hash: rows[0]!.hash };
  const entries = acts.map((act) => {
    const { at, actorKind, actorId, actorLabel, requestId } = act;
    const who = { tenantId, at, actorKind, actorId, actorLabel, requestId };
    const entry = toEntry(who, { seq: head.seq + 1, hash: head.hash }, act);
    head = entry;
    return entry;
  });
  await client.query(WRITE, [JSON.stringify(entries)]);
  await client.query(SET_HEAD, [tenantId, head.hash]);
}
