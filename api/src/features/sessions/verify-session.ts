import { createHash } from 'node:crypto';
import type { Database } from '#platform/database.ts';
import type { SessionVerification } from '#toolkit/event-log.ts';

type Link = { seq: number; hash: Buffer; content: string };
type Head = { last_seq: number; head_hash: Buffer };

const BATCH = 500;
const LINKS = `
  SELECT e.seq, e.hash, toolcrib_event_text(e) AS content FROM session_events e
  WHERE e.tenant_id = $1 AND e.session_id = $2 AND e.seq > $3 ORDER BY e.seq LIMIT ${BATCH}`;
const HEAD = 'SELECT last_seq, head_hash FROM sessions WHERE tenant_id = $1 AND id = $2';

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Follows the chain from the beginning. Any event that was changed, removed, added or moved breaks it. */
export async function verifySession(
  { owner }: Pick<Database, 'owner'>,
  tenantId: string,
  sessionId: string,
): Promise<SessionVerification> {
  const [head] = (await owner.query<Head>(HEAD, [tenantId, sessionId])).rows;
  let seq = 0;
  let end = sha256('');
  let endAtHead: Buffer | undefined;
  for (;;) {
    const { rows } = await owner.query<Link>(LINKS, [tenantId, sessionId, seq]);
    for (const { seq: next, hash, content } of rows) {
      const expected = sha256(end, content);
      if (next !== seq + 1 || !expected.equals(hash)) return { intact: false, events: seq, brokenSeq: seq + 1 };
      seq = next;
      end = expected;
      if (seq === head?.last_seq) endAtHead = end;
    }
    if (rows.length < BATCH) break;
  }
  // Only the head of the session knows of events that were cut off at the end.
  const isWhole = head !== undefined && endAtHead?.equals(head.head_hash) === true;
  return { intact: isWhole, events: seq, brokenSeq: isWhole ? null : seq + 1 };
}
