import { newId } from '#platform/ids.ts';
import type { Append, Appended } from '#toolkit/event-log.ts';

/** As the database function takes it; one row an event. */
export type BatchRow = Record<string, unknown> & { ord: number; id: string };
export type AnswerRow = {
  call: number;
  accepted: boolean;
  seq: number | null;
  pos: string | null;
  state: string | null;
  known_run: string | null;
  same_digest: boolean | null;
};

export function toBatchRows(append: Append, now: Date): BatchRow[] {
  const { tenantId, sessionId, opens, actor, from, test = false, events, idempotency } = append;
  return events.map((event, ord) => ({
    ord,
    tenant: tenantId,
    session: sessionId,
    kind: opens?.kind,
    title: opens?.title,
    owner_kind: actor.kind,
    owner_id: actor.id,
    owner_label: actor.label,
    parent_session: opens?.parentId,
    id: event.id ?? newId(),
    type: event.type,
    tool: event.toolSlug,
    run: event.runId,
    parent: event.parentRunId,
    step: event.stepId,
    source: from?.source,
    sub_source: from?.subSource,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_label: actor.label,
    worker: event.workerId,
    from_worker: event.fromWorkerId,
    test,
    at: (event.at ?? now).getTime(),
    payload: event.payload ?? {},
    ...(ord === 0 && {
      idem_op: idempotency?.operation,
      idem_key: idempotency?.key,
      idem_digest: idempotency?.digest,
    }),
  }));
}

/** What became of each call, in the order of the calls. */
export function toAnswers(given: readonly BatchRow[], answers: readonly AnswerRow[], calls: number): Appended[] {
  const byCall = Array.from({ length: calls }, (): { row: BatchRow; answer: AnswerRow }[] => []);
  for (const [at, answer] of answers.entries()) byCall[answer.call]!.push({ row: given[at]!, answer });
  return byCall.map((rows): Appended => {
    if (rows.every(({ answer }) => answer.accepted)) {
      const events = rows.map(({ row, answer }) => ({ id: row.id, seq: answer.seq!, pos: BigInt(answer.pos!) }));
      return { accepted: true, events };
    }
    const known = rows.find(({ answer }) => answer.known_run)?.answer;
    const refused = rows.find(({ answer }) => answer.state !== null)?.answer;
    return {
      accepted: false,
      state: refused?.state ?? null,
      known: known ? { runId: known.known_run!, sameDigest: known.same_digest === true } : null,
    };
  });
}
