import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisEventTarget } from '@graphql-yoga/redis-event-target';
import { Redis, type RedisOptions } from 'ioredis';
import { type Bell, EVERYTHING, type LiveLog, type Wire } from './live-bell.ts';
import { readBells, writeBells } from './live-message.ts';
import { createOutbox } from './live-outbox.ts';

type RedisWireOptions = { url: string; log: LiveLog; channel?: string };

const DEFAULT_CHANNEL = 'toolcrib:live';
const FIRST_CONNECT_MS = 5_000;
const BEAT_MS = 1_000;
const CONNECTION: RedisOptions = {
  connectTimeout: 1_500,
  commandTimeout: 1_500,
  // What cannot be sent now waits in the outbox, not here.
  enableOfflineQueue: false,
  retryStrategy: (times) => Math.min(times * 100, 2_000),
  lazyConnect: true,
};

export async function openRedisWire(options: RedisWireOptions, deliver: (bell: Bell) => void): Promise<Wire> {
  const { url, log, channel = DEFAULT_CHANNEL } = options;
  const origin = randomUUID();
  const publisher = new Redis(url, CONNECTION);
  const subscriber = new Redis(url, CONNECTION);
  const hangUp = () => {
    publisher.disconnect();
    subscriber.disconnect();
  };
  for (const client of [publisher, subscriber]) client.on('error', () => {});
  await connectBoth(publisher, subscriber).catch((error) => {
    hangUp();
    throw error;
  });

  let published: Promise<unknown> = Promise.resolve();
  let subscribed: Promise<unknown> = Promise.resolve();
  // The event target drops the promises of its clients; a failure among them would end the process.
  const target = createRedisEventTarget({
    publishClient: standIn({
      publish(topic: string, message: string) {
        published = publisher.publish(topic, message);
      },
    }),
    subscribeClient: standIn({
      on: (event: 'message', hear: (topic: string, message: string) => void) => subscriber.on(event, hear),
      subscribe(topic: string) {
        subscribed = subscriber.subscribe(topic);
      },
      unsubscribe: (topic: string) => void subscriber.unsubscribe(topic).catch(() => {}),
    }),
    serializer: { stringify: String, parse: String },
  });
  const hear = (event: Event) => readBells((event as CustomEvent<string>).detail, origin).forEach(deliver);
  target.addEventListener(channel, hear);
  await subscribed;

  subscriber.on('close', () => log.warn({}, 'The bell lost Redis and tries to reach it again.'));
  subscriber.on('ready', async () => {
    // Answered after the subscription that ioredis renews by itself, so nothing falls in between.
    await subscriber.ping().catch(() => {});
    log.info({}, 'The bell is heard again. Everything is read anew.');
    deliver(EVERYTHING);
  });
  const heartbeat = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true));
  }, BEAT_MS).unref();

  const outbox = createOutbox(async (bells) => {
    target.dispatchEvent(new CustomEvent(channel, { detail: writeBells(origin, bells) }));
    await published;
  }, log);
  return {
    send: outbox.put,
    healthy: () => subscriber.status === 'ready',
    async close() {
      await outbox.close();
      clearInterval(heartbeat);
      subscriber.removeAllListeners('close').removeAllListeners('ready');
      target.removeEventListener(channel, hear);
      hangUp();
    },
  };
}

/** The few methods of a client that the event target calls. */
function standIn(methods: Record<string, unknown>): Redis {
  return methods as unknown as Redis;
}

async function connectBoth(publisher: Redis, subscriber: Redis): Promise<void> {
  const connected = Promise.all([publisher.connect(), subscriber.connect()]);
  connected.catch(() => {});
  const reason = await Promise.race([
    connected.then(() => undefined, String),
    sleep(FIRST_CONNECT_MS, 'it does not answer', { ref: false }),
  ]);
  if (reason === undefined) return;
  const { host, port } = publisher.options;
  throw new Error(
    `Redis at ${host}:${port} cannot be reached (${reason}). Start it, correct REDIS_URL, or leave REDIS_URL empty.`,
  );
}
