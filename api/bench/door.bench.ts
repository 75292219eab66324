import path from 'node:path';
import { cleanUp } from '../test/processes/process-kit.ts';
import { fillDemo, openBenchPostgres, startCrib } from './crib-process.ts';
import { type Outcome, type ServerScript, startLoad, startServerScript } from './load/load.ts';
import { measureInTurns, median, SLICE_MS } from './measure.ts';
import { usedMicroseconds } from './process-usage.ts';
import { type Bench, type Row, round, type Table } from './report.ts';

const CONNECTIONS = 32;
const WARM_UP_MS = 3_000;
const THIN = 'graphql-js, thin node:http handler';
const SAME_READ = 'node:http over the same Prisma read';
const BASELINES = {
  'bare node:http': 'bare-http.ts',
  [THIN]: 'thin-graphql.ts',
  "Yoga's own HTTP handler": 'yoga-http.ts',
};
const LIST = 'a list of 20 members';
const OPERATIONS = {
  'no-op: { __typename }': '{ __typename }',
  '{ viewer { kind } }': '{ viewer { kind } }',
  [LIST]: '{ members(first: 20) { edges { node { id user { name email } role { slug } } } } }',
};

type Target = { url: string; pid: number; headers?: Record<string, string> };
type Targets = Map<string, Target>;
type Sum = { requests: number; microseconds: number; p99: number[] };
type Load = ReturnType<typeof startLoad>;

async function compare(load: Load, operation: string, query: string, targets: Targets): Promise<Table> {
  const body = JSON.stringify({ query });
  const sums = new Map<string, Sum>(
    [...targets.keys()].map((name) => [name, { requests: 0, microseconds: 0, p99: [] }]),
  );
  const put = async ({ url, headers }: Target, ms: number): Promise<Outcome> =>
    load.put({ url, headers, body, connections: CONNECTIONS, ms });
  const measure = async (name: string, target: Target): Promise<number> => {
    const usedBefore = usedMicroseconds(target.pid);
    const outcome = await put(target, SLICE_MS);
    const sum = sums.get(name)!;
    sum.requests += outcome.requests;
    sum.microseconds += usedMicroseconds(target.pid) - usedBefore;
    sum.p99.push(outcome.p99);
    return outcome.perSecond;
  };
  // Code that has not run hot yet would be measured by how long its compiler takes.
  for (const target of targets.values()) await put(target, WARM_UP_MS);
  const ways = [...targets].map(([name, target]) => [name, () => measure(name, target)] as const);
  const rates = await measureInTurns(Object.fromEntries(ways));
  const rows = [...rates].map(([server, rate]): Row => {
    const { requests, microseconds, p99 } = sums.get(server)!;
    return {
      server,
      'requests/s': round(rate),
      '× thin handler': round(rate / rates.get(THIN)!, 2),
      'p99 ms': round(median(p99), 1),
      'CPU µs each': round(microseconds / requests),
    };
  });
  return { title: `B2 door: ${operation}, ${CONNECTIONS} connections`, rows };
}

/** B2: what our whole way in costs (key, limits, rights, masking, request ids, metrics) beside barer ones. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const databaseUrl = await postgres?.createDatabase('door');
    const load = startLoad();
    const scripts: ServerScript[] = [];
    const targets: Targets = new Map();
    const addScript = async (to: Targets, name: string, file: string, settings?: Record<string, string>) => {
      const script = await startServerScript(path.join(import.meta.dirname, 'baselines', file), settings);
      scripts.push(script);
      to.set(name, script);
    };
    const addCrib = async (name: string, settings: Record<string, string>) => {
      const crib = await startCrib(settings);
      await fillDemo(crib, 20);
      const { url, pid } = crib.running;
      targets.set(name, { url: `${url}/graphql`, pid, headers: { authorization: `Bearer ${crib.key}` } });
    };
    try {
      for (const [name, file] of Object.entries(BASELINES)) await addScript(targets, name, file);
      await addCrib('ours, embedded', {});
      if (databaseUrl) await addCrib('ours, PostgreSQL', { DATABASE_URL: databaseUrl });
      const listTargets: Targets = new Map(targets);
      if (databaseUrl) await addScript(listTargets, SAME_READ, 'prisma-http.ts', { DATABASE_URL: databaseUrl });
      const tables: Table[] = [];
      for (const [operation, query] of Object.entries(OPERATIONS)) {
        tables.push(await compare(load, operation, query, operation === LIST ? listTargets : targets));
      }
      return tables;
    } finally {
      await Promise.all([load.end(), ...scripts.map(({ end }) => end())]);
      await cleanUp();
      await postgres?.close();
    }
  },
};
