import { createHash, randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { type Bell, EVERYTHING, type LiveLog, type Wire } from './live-bell.ts';
import { readBells, writeBells } from './live-message.ts';
import { createOutbox } from './live-outbox.ts';

/** PostgreSQL refuses notifications of 8000 bytes and more. */
const MAX_MESSAGE_BYTES = 7_900;

export async function openPostgresWire(database: Database, log: LiveLog, deliver: (bell: Bell) => void): Promise<Wire> {
  const origin = randomUUID();
  const channel = await channelOf(database);
  const stop = await database.listen(channel, {
    hear: (message) => readBells(message, origin).forEach(deliver),
    again() {
      log.info({}, 'The bell is heard again. Everything is read anew.');
      deliver(EVERYTHING);
    },
  });
  const outbox = createOutbox(async (bells) => {
    const messages = toMessages(origin, bells);
    await database.owner.query('SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message', [channel, messages]);
  }, log);
  return {
    send: outbox.put,
    healthy: () => database.hears(),
    async close() {
      await outbox.close();
      await stop();
    },
  };
}

/** Two installations may share a server, or even a database in schemas of their own. */
async function channelOf(database: Database): Promise<string> {
  const { rows } = await database.owner.query('SELECT current_database() AS name, current_schema() AS schema');
  const place = createHash('sha256').update(JSON.stringify(rows[0])).digest('hex').slice(0, 16);
  return `toolcrib_live_${place}`;
}

function toMessages(origin: string, bells: Bell[]): string[] {
  const message = writeBells(origin, bells);
  if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) return [message];
  if (bells.length === 1) return [writeBells(origin, [{ ...EVERYTHING, tenantId: bells[0]!.tenantId }])];
  const half = Math.ceil(bells.length / 2);
  return [...toMessages(origin, bells.slice(0, half)), ...toMessages(origin, bells.slice(half))];
}
