import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import { heldMemory } from '../held-memory.ts';
import { RUNNING_TOOLS } from '../running-tools.ts';
import type { Story } from '../story.ts';
import { openSocket, openWire, type Wire } from '../wire.ts';

/** `npm run soak` takes far more. */
const TURNS = Number(process.env.SOAK_TURNS ?? 300);
const AT_ONCE = 10;
/** Compiled code comes and goes, and a turn may leave a trace; one leaked stream, run or socket holds thousands. */
const NOISE_BYTES = 1_048_576 + TURNS * 100;

const EXECUTE = 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id sessionId status } } }';
const CANCEL = 'mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }';
const SLEEPING = '{ toolRuns(first: 1, filter: { toolSlug: "sleep", status: RUNNING }) { edges { node { id } } } }';
const STREAMS = [
  'subscription($id: ID!) { sessionEvents(sessionId: $id) { seq payload } }',
  'subscription { toolEvents(last: 5) { seq } }',
  'subscription { toolsChanged { __typename } }',
];

let wire: Wire;
let story: Story;
let headers: Record<string, string>;
beforeAll(async () => {
  const settings = { LOG_LEVEL: 'silent', LIMIT_SOCKETS: '1000' };
  wire = await openWire(settings, { extraTools: RUNNING_TOOLS });
  story = await wire.tellStory();
  headers = await wire.key(story, 'system_admin');
});
afterAll(() => wire.close());

const execute = async (slug: string, input: object) =>
  (await wire.ask(EXECUTE, headers, { input: { slug, input } })).body.data.executeTool.run;

/** A run that works, one that fails, one that writes, or one that is cancelled, as a rule, while it works. */
async function run(turn: number): Promise<string> {
  if (turn % 4 === 1) return (await execute('fail', { how: 'throw' })).sessionId;
  if (turn % 4 === 2) return (await execute('talk', { words: ['a', 'b'] })).sessionId;
  if (turn % 20 !== 3) return (await execute('add', { a: turn })).sessionId;
  const ending = execute('sleep', { ms: 900 });
  const { body } = await wire.ask(SLEEPING, headers);
  const [edge] = body.data.toolRuns.edges;
  if (edge) await wire.ask(CANCEL, headers, { id: edge.node.id });
  return (await ending).sessionId;
}

type Socket = Awaited<ReturnType<typeof openLine>>;

async function openLine() {
  const socket = openSocket(wire.url);
  await socket.opened;
  socket.send({ type: 'connection_init', payload: headers });
  await socket.heard((frame) => frame.type === 'connection_ack');
  return socket;
}

/** Follows three things, hears of one, and leaves: mostly by word, sometimes by hanging up. */
async function follow(socket: Socket, turn: number, sessionId: string): Promise<void> {
  for (const [at, query] of STREAMS.entries())
    socket.send({ type: 'subscribe', id: `${turn}.${at}`, payload: { query, variables: { id: sessionId } } });
  await socket.heard((frame) => frame.type === 'next' && frame.id === `${turn}.0`);
  for (const at of STREAMS.keys()) socket.send({ type: 'complete', id: `${turn}.${at}` });
}

async function followOverHttp(sessionId: string): Promise<void> {
  const stream = await wire.follow(`subscription { sessionEvents(sessionId: "${sessionId}") { seq } }`, headers);
  if (stream.events.length === 0) await stream.next();
  stream.stop();
  await stream.ended;
}

async function live(turns: number): Promise<void> {
  let turn = 0;
  const work = async () => {
    let socket = await openLine();
    for (let own = turn++; own < turns; own = turn++) {
      const sessionId = await run(own);
      await follow(socket, own, sessionId);
      if (own % 10 === 0) await followOverHttp(sessionId);
      if (own % 5 > 0) continue;
      socket.close();
      socket = await openLine();
    }
    socket.close();
    await socket.closed;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function gauge(name: string): Promise<number> {
  const text = await wire.app.metrics.registry.metrics();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

it(
  'runs, streams and sockets leave nothing behind',
  async () => {
    await live(TURNS);
    await sleep(1_000);
    const before = { held: await heldMemory(), timers: timers() };
    await live(TURNS);
    for (const name of ['toolcrib_followers', 'toolcrib_sockets', 'toolcrib_operations'])
      await expect.poll(() => gauge(name), { timeout: 5_000 }).toBe(0);
    expect(wire.app.awaitedRuns()).toBe(0);
    // Pools and connections that are kept open have a few that come and go.
    await expect.poll(timers, { timeout: 5_000 }).toBeLessThanOrEqual(before.timers + 5);
    expect(await heldMemory()).toBeLessThan(before.held + NOISE_BYTES);
  },
  Math.max(120_000, TURNS * 400),
);

it('a stream over HTTP is let go when its reader hangs up without having read it', async () => {
  const sessionId = newId();
  const write = () =>
    wire.app.events.append({
      tenantId: story.tenant.id,
      sessionId,
      opens: { kind: 'tool', title: 'Large' },
      actor: { kind: 'system', id: null, label: 'test' },
      events: [{ type: 'progress', payload: { text: 'x'.repeat(1_000_000) } }],
    });
  for (let left = 12; left > 0; left -= 1) await write();
  const query = `subscription { sessionEvents(sessionId: "${toNodeId('Session', sessionId)}") { payload } }`;
  const body = JSON.stringify({ query });
  const { hostname, port } = new URL(wire.url);
  const reader = net.connect(Number(port), hostname).pause();
  reader.write(
    `POST /graphql HTTP/1.1\r\nhost: crib\r\ncontent-type: application/json\r\naccept: text/event-stream\r\n` +
      `authorization: ${headers.authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => gauge('toolcrib_followers')).toBe(1);
  await sleep(500);
  reader.destroy();
  await write();
  await expect.poll(() => gauge('toolcrib_followers'), { timeout: 5_000 }).toBe(0);
});
