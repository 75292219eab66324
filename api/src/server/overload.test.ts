import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { RUNNING_TOOLS, worked } from '../../test/running-tools.ts';
import type { Story } from '../../test/story.ts';
import { openWire, type Wire, type WireAnswer } from '../../test/wire.ts';

const RUNS = 20;
const OF_TENANT = 12;
const QUEUED = 5;
const OPERATIONS = 30;
const EXECUTE = `mutation($input: ExecuteToolInput!) {
  executeTool(input: $input) { run { id status output } error { code } } }`;

let wire: Wire;
beforeAll(async () => {
  const settings = {
    LIMIT_RUNS: `${RUNS}`,
    LIMIT_TENANT_RUNS: `${OF_TENANT}`,
    LIMIT_QUEUED_RUNS: `${QUEUED}`,
    LIMIT_OPERATIONS: `${OPERATIONS}`,
  };
  wire = await openWire(settings, { extraTools: RUNNING_TOOLS });
});
afterAll(() => wire.close());

const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

type Timed = WireAnswer & { at: number };

async function openCaller() {
  const story = await wire.tellStory();
  const headers = await wire.key(story, 'member');
  const call = async (input: object, more: object = {}): Promise<Timed> => {
    const variables = { input: { slug: 'count', input, ...more } };
    return { ...(await wire.ask(EXECUTE, headers, variables)), at: performance.now() };
  };
  await call({ word: 'warm' });
  return { story, headers, call };
}

const isRefused = ({ status }: WireAnswer) => status === 503;
const runsOf = (story: Story) => wire.app.database.system.runHead.count({ where: { tenantId: story.tenant.id } });

function expectRefusal({ body, headers }: WireAnswer, seconds: number): void {
  expect(body.data ?? null).toBeNull();
  expect(body.errors).toMatchObject([
    { extensions: { code: 'UNAVAILABLE', reason: 'OVERLOADED', retryAfter: seconds } },
  ]);
  expect(headers.get('retry-after')).toBe(`${seconds}`);
}

describe('more calls than a tenant may have at once', () => {
  it('are refused at once and leave nothing behind; those accepted are answered and in the log', async () => {
    const { story, call } = await openCaller();
    const word = newId();
    const before = await runsOf(story);
    const answers = await Promise.all(times(3 * OF_TENANT, () => call({ word, ms: 700 })));
    const [refused, served] = [answers.filter(isRefused), answers.filter((answer) => !isRefused(answer))];
    expect(served).toHaveLength(OF_TENANT);
    for (const answer of refused) expectRefusal(answer, 1);
    for (const { body } of served) expect(body.data.executeTool.run.status).toBe('SUCCESS');
    // Nobody who is refused waits for those who are served.
    expect(Math.max(...refused.map(({ at }) => at))).toBeLessThan(Math.min(...served.map(({ at }) => at)));
    expect(worked.get(word)).toBe(OF_TENANT);
    expect((await runsOf(story)) - before).toBe(OF_TENANT);

    const after = await Promise.all(times(OF_TENANT, () => call({ word: newId() })));
    expect(after.filter(isRefused)).toEqual([]);
  });

  it('do not take the place of other tenants, until the process is full', async () => {
    const callers = [await openCaller(), await openCaller(), await openCaller()];
    const word = newId();
    const answers = await Promise.all(
      callers.map(({ call }) => Promise.all(times(OF_TENANT, () => call({ word, ms: 700 })))),
    );
    expect(answers.flat().filter((answer) => !isRefused(answer))).toHaveLength(RUNS);
    const [first] = answers;
    expect(first!.filter(isRefused)).toEqual([]);
    for (const answer of answers.flat().filter(isRefused)) expectRefusal(answer, 1);
    expect(isRefused(await callers[2]!.call({ word }))).toBe(false);
  });

  it('may be sent again under their key, which a refusal does not use up', async () => {
    const { call } = await openCaller();
    const holding = times(OF_TENANT, () => call({ word: newId(), ms: 400 }));
    const word = newId();
    const key = { idempotencyKey: newId() };
    let answer = await call({ word }, key);
    while (isRefused(answer)) answer = await call({ word }, key);
    expect(answer.body.data.executeTool.run).toMatchObject({ status: 'SUCCESS', output: { times: 1 } });
    expect((await call({ word }, key)).body).toEqual(answer.body);
    expect((await Promise.all(holding)).filter(isRefused)).toEqual([]);
  });
});

describe('a queue that is full', () => {
  it('refuses what nobody waits for; what it took is done once there is a worker', async () => {
    const { story, headers, call } = await openCaller();
    const word = newId();
    const answers: Timed[] = [];
    for (const _turn of times(QUEUED + 3, (at) => at)) answers.push(await call({ word }, { mode: 'ASYNC' }));
    expect(answers.map(isRefused)).toEqual(times(QUEUED + 3, (at) => at >= QUEUED));
    for (const answer of answers.filter(isRefused)) expectRefusal(answer, 5);
    await wire.app.queue.start();
    const where = { tenantId: story.tenant.id, outcome: 'success' };
    const isDone = async () => (await wire.app.database.system.runHead.count({ where })) === QUEUED + 1;
    await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
    expect(worked.get(word)).toBe(QUEUED);
    await expect.poll(async () => isRefused(await call({ word }, { mode: 'ASYNC' })), { timeout: 5_000 }).toBe(false);
    expect((await wire.ask('{ viewer { kind } }', headers)).status).toBe(200);
  });
});

describe('more operations than are worked on at once', () => {
  it('are refused with a time to come back; the others are answered, and then all are again', async () => {
    const { headers } = await openCaller();
    const ask = () =>
      wire.ask('{ tools(first: 20) { edges { node { id slug runs(first: 1) { totalCount } } } } }', headers);
    const answers = await Promise.all(times(10 * OPERATIONS, ask));
    const refused = answers.filter(isRefused);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectRefusal(answer, 1);
    const served = answers.filter((answer) => !isRefused(answer));
    expect(served.length).toBeGreaterThanOrEqual(OPERATIONS);
    for (const { status, body } of served) expect({ status, errors: body.errors }).toEqual({ status: 200 });
    expect((await Promise.all(times(OPERATIONS / 2, ask))).filter(isRefused)).toEqual([]);
  });

  it('are refused over a WebSocket all the same, and the socket stays', async () => {
    const { headers } = await openCaller();
    const socket = await wire.openStream({ authorization: headers.authorization });
    const query = '{ tools(first: 20) { edges { node { id runs(first: 1) { totalCount } } } } }';
    const ids = times(3 * OPERATIONS, (at) => `q${at}`);
    for (const id of ids) socket.send({ type: 'subscribe', id, payload: { query } });
    const answerTo = (id: string) => socket.heard((frame) => frame.id === id && frame.type !== 'complete', 20_000);
    const answers = await Promise.all(ids.map(answerTo));
    const refused = answers.filter(({ payload }) => payload?.errors);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(OPERATIONS);
    for (const { payload } of refused)
      expect(payload!.errors).toMatchObject([{ extensions: { reason: 'OVERLOADED', retryAfter: 1 } }]);
    socket.send({ type: 'subscribe', id: 'after', payload: { query } });
    expect((await answerTo('after')).payload?.errors).toBeUndefined();
    socket.close();
  });
});
