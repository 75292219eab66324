import { cleanUp } from '../test/processes/process-kit.ts';
import { openBenchPostgres } from './crib-process.ts';
import { sharedNow } from './live/clock.ts';
import { type LiveServer, startLiveCrib, startRawSockets } from './live/live-servers.ts';
import { type Subscribers, startSubscribers } from './live/subscribers.ts';
import { measureInTurns, type Ways } from './measure.ts';
import { type Bench, type Row, round, type Table } from './report.ts';

const RAW = 'raw ws, the same bytes';
const SIZES = [1_000, 5_000];
/** Frames of one measurement, all sockets together. */
const FRAMES = 20_000;
const ROUNDS = 3;
/** Events one by one, far enough apart for any number of sockets. */
const SPACED = { events: 20, gapMsPerSocket: 0.1 };
const REPLAYED = 10_000;

type Crib = Awaited<ReturnType<typeof startLiveCrib>>;
type Raw = Awaited<ReturnType<typeof startRawSockets>>;
/** A server with sockets that hear it, and how much they have heard. */
type Scene = { server: Pick<LiveServer, 'script'>; subscribers: Subscribers; heard: number };

async function sendTo(scene: Scene, events: number, gapMs: number, record: boolean) {
  scene.heard += events;
  let moments: number[] = [];
  const begun = sharedNow();
  const reached = await scene.subscribers.reach({ frames: scene.heard, record }, async () => {
    moments = await scene.server.script.tell<number[]>({ send: events, gapMs });
  });
  return { ms: reached.at - begun, moments, ...reached };
}

/** Opens the sockets of both servers. What ours sends is what the other is to send. */
async function openScenes(cribs: Map<string, Crib>, raw: Raw, sockets: number): Promise<Map<string, Scene>> {
  const scenes = new Map<string, Scene>();
  for (const [name, crib] of cribs) {
    await crib.begin(1);
    const scene = { server: crib, subscribers: startSubscribers(), heard: 0 };
    await scene.subscribers.open(crib.opening(sockets, 1));
    const { sample } = await sendTo(scene, 1, 0, false);
    await raw.say(sample);
    scenes.set(name, scene);
  }
  const scene = { server: raw, subscribers: startSubscribers(), heard: 0 };
  await scene.subscribers.open(raw.opening(sockets));
  return new Map([[RAW, scene], ...scenes]);
}

async function measureLatency(scene: Scene, sockets: number): Promise<Row> {
  const gapMs = sockets * SPACED.gapMsPerSocket;
  const { moments, arrivals } = await sendTo(scene, SPACED.events, gapMs, true);
  const delays = arrivals.flatMap((onSockets, event) => onSockets.map((at) => at - moments[event]!));
  delays.sort((a, b) => a - b);
  const at = (share: number) => round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]!, 1);
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(1) };
}

async function measureFanOut(cribs: Map<string, Crib>, raw: Raw, sockets: number): Promise<Table> {
  const scenes = await openScenes(cribs, raw, sockets);
  try {
    const events = FRAMES / sockets;
    const ways: Ways = {};
    for (const [name, scene] of scenes) {
      ways[name] = async () => (events * sockets * 1_000) / (await sendTo(scene, events, 0, false)).ms;
    }
    const rates = await measureInTurns(ways, ROUNDS);
    const rows: Row[] = [];
    for (const [server, scene] of scenes) {
      const rate = rates.get(server)!;
      rows.push({
        server,
        'deliveries/s': round(rate),
        '× raw ws': round(rate / rates.get(RAW)!, 2),
        ...(await measureLatency(scene, sockets)),
      });
    }
    const rhythm = `${1_000 / (sockets * SPACED.gapMsPerSocket)} events/s`;
    return { title: `B4 live: one session, ${sockets} subscribers; delay from commit to arrival at ${rhythm}`, rows };
  } finally {
    await Promise.all([...scenes.values()].map(({ subscribers }) => subscribers.end()));
  }
}

async function measureReplay(cribs: Map<string, Crib>, raw: Raw): Promise<Table> {
  const subscribers = startSubscribers();
  try {
    const ways: Ways = {
      [RAW]: async () => {
        await subscribers.open(raw.opening(1));
        const scene = { server: raw, subscribers, heard: 0 };
        return (REPLAYED * 1_000) / (await sendTo(scene, REPLAYED, 0, false)).ms;
      },
    };
    for (const [name, crib] of cribs) {
      await crib.begin(REPLAYED);
      const { sample } = await subscribers.openAndReach(crib.opening(1, 0), REPLAYED);
      await raw.say(sample);
      ways[name] = async () => {
        const begun = sharedNow();
        const { at } = await subscribers.openAndReach(crib.opening(1, 0), REPLAYED);
        return (REPLAYED * 1_000) / (at - begun);
      };
    }
    const rates = await measureInTurns(ways, ROUNDS);
    const rows = [...rates].map(([server, rate]) => ({
      server,
      'events/s': round(rate),
      '× raw ws': round(rate / rates.get(RAW)!, 2),
    }));
    return { title: `B4 replay of ${REPLAYED} events to one subscriber`, rows };
  } finally {
    await subscribers.end();
  }
}

/** B4: how soon and how often subscribers hear what happened, beside sockets that are sent the same bytes. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const raw = await startRawSockets();
    const cribs = new Map([['ours, embedded', await startLiveCrib({})]]);
    if (postgres) {
      cribs.set('ours, PostgreSQL', await startLiveCrib({ DATABASE_URL: await postgres.createDatabase('live') }));
    }
    try {
      const tables = [await measureReplay(cribs, raw)];
      for (const sockets of SIZES) tables.push(await measureFanOut(cribs, raw, sockets));
      return tables;
    } finally {
      await Promise.all([raw, ...cribs.values()].map(({ script }) => script.end()));
      await cleanUp();
      await postgres?.close();
    }
  },
};
