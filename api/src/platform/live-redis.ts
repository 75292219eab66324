import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisEventTarget } from '@graphql-yoga/redis-event-target';
import { Redis, type RedisOptions } from 'ioredis';
import type { Database } from './database.ts';
import { type Bell, EVERYTHING, type LiveLog, type Wire } from './live-bell.ts';
import { channelOf } from './live-channel.ts';
import { readBells, writeBells } from './live-message.ts';
import { createOutbox } from './live-outbox.ts';

type RedisWireOptions = { url: string; log: LiveLog; channel?: string; database?: Database };

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
  const { url, log, database } = options;
  const channel = options.channel ?? (database ? await channelOf(database) : DEFAULT_CHANNEL);
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

  const { target, settled } = createTarget(publisher, subscriber);
  target.addEventListener(channel, (event) => readBells(event.detail, origin).forEach(deliver));
  await settled();
  const heartbeat = keepHearing(subscriber, log, () => deliver(EVERYTHING));
  const outbox = createOutbox(async (bells) => {
    target.dispatchEvent(new CustomEvent(channel, { detail: writeBells(origin, bells) }));
    await settled();
  }, log);
  return {
    send: outbox.put,
    healthy: heartbeat.isHeard,
    async close() {
      await outbox.close();
      heartbeat.stop();
      hangUp();
    },
  };
}

/** Yoga's event target drops the promises of its clients; a failure among them would end the process. */
function createTarget(publisher: Redis, subscriber: Redis) {
  let last: Promise<unknown> = Promise.resolve();
  const publishClient = {
    publish(topic: string, message: string) {
      last = publisher.publish(topic, message);
    },
  };
  const subscribeClient = {
    on: (event: 'message', hear: (topic: string, message: string) => void) => subscriber.on(event, hear),
    subscribe(topic: string) {
      last = subscriber.subscribe(topic);
    },
  };
  const target = createRedisEventTarget<CustomEvent<string>>({
    publishClient: publishClient as unknown as Redis,
    subscribeClient: subscribeClient as unknown as Redis,
    serializer: { stringify: String, parse: String },
  });
  return { target, settled: () => last };
}

/** ioredis connects and subscribes again by itself; this tells of it, and notices a connection that went dumb. */
function keepHearing(subscriber: Redis, log: LiveLog, onBack: () => void) {
  let isHeard = true;
  let isStopped = false;
  subscriber.on('close', () => {
    if (isHeard && !isStopped) log.warn({}, 'The bell lost Redis and tries to reach it again.');
    isHeard = false;
  });
  subscriber.on('ready', async () => {
    // Answered after the new subscription, so nothing falls in between.
    await subscriber.ping().catch(() => subscriber.disconnect(true));
    if (subscriber.status !== 'ready') return;
    isHeard = true;
    log.info({}, 'The bell is heard again. Everything is read anew.');
    onBack();
  });
  const beat = setInterval(() => {
    if (isHeard) subscriber.ping().catch(() => subscriber.disconnect(true));
  }, BEAT_MS).unref();
  return {
    isHeard: () => isHeard,
    stop() {
      isStopped = true;
      clearInterval(beat);
    },
  };
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
