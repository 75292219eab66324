import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import { isDatabaseAway } from '#platform/database-away.ts';
import { Unavailable } from '#platform/errors.ts';
import { createGroupCommit } from '#platform/group-commit.ts';
import type { Live } from '#platform/live.ts';
import { toStorableJson } from '#platform/storable.ts';
import type { Append, Appended, EventLog } from '#toolkit/event-log.ts';
import { type AnswerRow, type BatchRow, toAnswers, toBatchRows } from './event-batch.ts';
import { openEventTails } from './event-tails.ts';
import { verifySession } from './verify-session.ts';

const APPEND = { name: 'append-events', text: 'SELECT * FROM toolcrib_append_events($1::json)' };

/** On PostgreSQL the transaction runs under the serving role, which may append for its own tenant only. */
const APPEND_WITHIN = {
  postgres: 'SELECT * FROM toolcrib_append_own_events($1::json)',
  embedded: 'SELECT * FROM toolcrib_append_events($1::json)',
};
const withTextPlace = (row: AnswerRow) => ({ ...row, pos: row.pos === null ? null : String(row.pos) });

type Options = { database: Database; system: PrismaClient; live: Live; clock: Clock };
type Item = { append: Append; rows: BatchRow[]; texts: string[] };

const keysOf = ({ append: { tenantId, events, idempotency } }: Item): string[] => {
  const runs = events.flatMap((event) => (event.runId ? [event.runId] : []));
  return idempotency ? [...runs, `${tenantId} ${idempotency.operation} ${idempotency.key}`] : runs;
};

/** The log of this process: appends travel together, readers share what is read. */
export function openSessionLog({ database, system, live, clock }: Options): EventLog {
  const tails = openEventTails({ database, system, live });

  async function send(items: readonly Item[]): Promise<Appended[]> {
    const numbered = items.flatMap(({ texts }, call) => texts.map((text) => `{"call":${call},${text.slice(1)}`));
    const answer = await database.owner.query<AnswerRow>({ ...APPEND, values: [`[${numbered.join(',')}]`] });
    const rows = items.flatMap((item) => item.rows);
    return toAnswers(rows, answer.rows, items.length);
  }

  /** One that the database cannot take must not take the others down with it. */
  async function write(items: readonly Item[]): Promise<(Appended | Error)[]> {
    try {
      return await send(items);
    } catch (error) {
      if (items.length === 1 || isDatabaseAway(error)) throw error;
      const answers: (Appended | Error)[] = [];
      for (const item of items) answers.push(...(await send([item]).catch((failure: Error) => [failure])));
      return answers;
    }
  }

  const group = createGroupCommit<Item, Appended>({
    write,
    keysOf,
    sizeOf: ({ texts }) => texts.reduce((sum, text) => sum + text.length, 0),
    lanes: database.kind === 'postgres' ? 2 : 1,
    mostItems: 512,
    mostSize: 4_194_304,
    mostWaiting: 20_000,
    mostWaitingSize: 67_108_864,
    refuse: () => new Unavailable('Too much waits to be written down. Try again in a moment.'),
  });

  return {
    async append(append) {
      const rows = toBatchRows(append, append.at ?? clock.now());
      const appended = await group.add({ append, rows, texts: rows.map(toStorableJson) });
      if (appended.accepted) live.ring(append.tenantId, 'Session', append.sessionId);
      return appended;
    },
    async appendWithin(transaction, append) {
      const rows = toBatchRows(append, append.at ?? clock.now());
      const text = `[${rows.map((row) => `{"call":0,${toStorableJson(row).slice(1)}`).join(',')}]`;
      const { $queryRawUnsafe: query } = transaction as Prisma.TransactionClient;
      const answer = await query.call(transaction, APPEND_WITHIN[database.kind], text);
      const [appended] = toAnswers(rows, (answer as AnswerRow[]).map(withTextPlace), 1);
      return appended!;
    },
    followSession: tails.followSession,
    followTenant: tails.followTenant,
    verify: (tenantId, sessionId) => verifySession(database, tenantId, sessionId),
    followers: tails.followers,
    endFollowing: tails.endFollowing,
    async close() {
      await group.settle();
      tails.close();
    },
  };
}
