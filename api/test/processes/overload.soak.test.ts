import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { residentMegabytes } from '../../bench/process-usage.ts';
import { cleanUp, makeFolder, type Running, readLine, start } from './process-kit.ts';

/** As many as this process works on at once; three times as many callers come. */
const PLACES = 64;
const ROUNDS = 4;
const SECONDS = Number(process.env.SOAK_SECONDS ?? 20);
const BODY = JSON.stringify({
  query: 'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { status } } }',
  variables: {
    input: {
      slug: 'roi-calculator',
      input: { initialInvestment: 1_000, annualBenefit: 1_200, years: 1, discountRate: 0 },
    },
  },
});

let running: Running;
let key: string;
beforeAll(async () => {
  const DATA_DIR = makeFolder();
  running = await start({
    DATA_DIR,
    LIMIT_OPERATIONS: `${PLACES}`,
    LIMIT_RUNS: `${PLACES}`,
    LIMIT_TENANT_RUNS: `${PLACES}`,
  });
  key = readLine(DATA_DIR, 'owner.key');
});
afterAll(cleanUp);

type Answer = { status: number; retryAfter: string | undefined; ms: number };

function call(agent: http.Agent): Promise<Answer> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'content-length': BODY.length,
    };
    const request = http.request(`${running.url}/graphql`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        const { statusCode: status = 0, headers: told } = response;
        resolve({ status, retryAfter: told['retry-after'], ms: performance.now() - begun });
      });
    });
    request.on('error', reject);
    request.end(BODY);
  });
}

/** So many callers, each with one call at a time. Whoever is refused waits a little, though less than was asked for. */
async function load(callers: number, seconds: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1_000;
  const work = async () => {
    while (performance.now() < end) {
      const answer = await call(agent);
      answers.push(answer);
      if (answer.status === 503) await sleep(250);
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  agent.destroy();
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(served.length + refused.length).toBe(answers.length);
  const p = (of: Answer[], share: number) =>
    of.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(of.length * share)] ?? 0;
  return { goodput: served.length / seconds, served, refused, p };
}

it('three times as many callers as there are places get as much done, and are told at once when to come back', async () => {
  await load(PLACES, SECONDS / 4);
  const before = residentMegabytes(running.pid);
  // In turns, so that whatever else the machine does meets both alike.
  const [peaks, overs] = [[], []] as Awaited<ReturnType<typeof load>>[][];
  for (let round = 0; round < ROUNDS; round += 1) {
    peaks!.push(await load(PLACES, SECONDS / ROUNDS));
    overs!.push(await load(3 * PLACES, SECONDS / ROUNDS));
  }
  const total = (loads: typeof peaks) => loads!.reduce((sum, { goodput }) => sum + goodput, 0);
  expect(total(overs)).toBeGreaterThan(0.8 * total(peaks));
  for (const { refused, served, p } of overs!) {
    expect(refused.length).toBeGreaterThan(0);
    for (const { retryAfter } of refused) expect(retryAfter).toBe('1');
    // Nobody waits in line to be refused.
    expect(p(refused, 0.5)).toBeLessThan(Math.max(50, p(served, 0.5)));
  }
  expect(residentMegabytes(running.pid)).toBeLessThan(before * 1.25);
  await sleep(1_000);
  const after = await load(PLACES / 2, Math.min(SECONDS, 5));
  expect(after.refused).toEqual([]);
  expect(after.p(after.served, 0.5)).toBeLessThan(2 * Math.max(...peaks!.map(({ served, p }) => p(served, 0.5))));
}, 300_000);
