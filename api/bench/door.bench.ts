import path from 'node:path';
import { cleanUp } from '../test/processes/process-kit.ts';
import { fillDemo, openBenchPostgres, startCrib } from './crib-process.ts';
import { type Outcome, startLoad, startServerScript } from './load/load.ts';
import { measureInTurns, median, SLICE_MS } from './measure.ts';
import { usedMicroseconds } from './process-usage.ts';
import { type Bench, type Row, round, type Table } from './report.ts';

const CONNECTIONS = 32;
const WARM_UP_MS = 3_000;
const THIN = 'graphql-js, thin node:http handler';
const BASELINES = {
  'bare node:http': 'bare-http.ts',
  [THIN]: 'thin-graphql.ts',
  "Yoga's own HTTP handler": 'yoga-http.ts',
};
const OPERATIONS = {
  'no-op: { __typename }': '{ __typename }',
  '{ viewer { kind } }': '{ viewer { kind } }',
  'a list of 20 members': '{ members(first: 20) { edges { node { id user { name email } role { slug } } } } }',
};

type Target = { url: string; pid: number; headers?: Record<string, string> };
type Sum = { requests: number; microseconds: number; p99: number[] };
type Load = ReturnType<typeof startLoad>;

async function compare(load: Load, operation: string, query: string, targets: Map<string, Target>): Promise<Table> {
  const body = JSON.stringify({ query });
  const sums = new Map<string, Sum>(
    [...targets.keys()].map((name) => [name, { requests: 0, microseconds: 0, p99: [] }]),
  );
  const put = async (name: string, { url, headers, pid }: Target): Promise<Outcome> => {
    const usedBefore = usedMicroseconds(pid);
    const outcome = await load.put({ url, headers, body, connections: CONNECTIONS, ms: SLICE_MS });
    const sum = sums.get(name)!;
    sum.requests += outcome.requests;
    sum.microseconds += usedMicroseconds(pid) - usedBefore;
    sum.p99.push(outcome.p99);
    return outcome;
  };
  // Code that has not run hot yet would be measured by how long its compiler takes.
  for (const { url, headers } of targets.values()) {
    await load.put({ url, headers, body, connections: CONNECTIONS, ms: WARM_UP_MS });
  }
  const ways = [...targets].map(([name, target]) => [name, async () => (await put(name, target)).perSecond] as const);
  const rates = await measureInTurns(Object.fromEntries(ways));
  const thin = rates.get(THIN)!;
  const rows = [...rates].map(
    ([server, rate]): Row => ({
      server,
      'requests/s': round(rate),
      '× thin handler': round(rate / thin, 2),
      'p99 ms': round(median(sums.get(server)!.p99), 1),
      'CPU µs each': round(sums.get(server)!.microseconds / sums.get(server)!.requests),
    }),
  );
  return { title: `B2 door: ${operation}, ${CONNECTIONS} connections`, rows };
}

/** B2: what our whole way in costs (key, limits, rights, masking, request ids, metrics) beside barer ones. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const load = startLoad();
    const baselines = await Promise.all(
      Object.entries(BASELINES).map(async ([name, file]) => {
        const server = await startServerScript(path.join(import.meta.dirname, 'baselines', file));
        return { name, ...server };
      }),
    );
    try {
      const targets = new Map<string, Target>(baselines.map(({ name, url, pid }) => [name, { url, pid }]));
      const ours = {
        'ours, embedded': {},
        ...(postgres && { 'ours, PostgreSQL': { DATABASE_URL: await postgres.createDatabase('door') } }),
      };
      for (const [name, settings] of Object.entries(ours)) {
        const crib = await startCrib(settings);
        await fillDemo(crib, 20);
        targets.set(name, {
          url: `${crib.running.url}/graphql`,
          pid: crib.running.pid,
          headers: { authorization: `Bearer ${crib.key}` },
        });
      }
      const tables: Table[] = [];
      for (const [operation, query] of Object.entries(OPERATIONS)) {
        tables.push(await compare(load, operation, query, targets));
      }
      return tables;
    } finally {
      await Promise.all([load.end(), ...baselines.map(({ end }) => end())]);
      await cleanUp();
      await postgres?.close();
    }
  },
};
