import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { type Bell, EVERYTHING, type LiveLog, type Wire } from './live-bell.ts';
import { channelOf } from './live-channel.ts';
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

function toMessages(origin: string, bells: Bell[]): string[] {
  const message = writeBells(origin, bells);
  if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) return [message];
  if (bells.length === 1) return [writeBells(origin, [{ ...EVERYTHING, tenantId: bells[0]!.tenantId }])];
  const half = Math.ceil(bells.length / 2);
  return [...toMessages(origin, bells.slice(0, half)), ...toMessages(origin, bells.slice(half))];
}
