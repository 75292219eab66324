import path from 'node:path';
import { cleanUp } from '../test/processes/process-kit.ts';
import { fillDemo, openBenchPostgres, startCrib } from './crib-process.ts';
import { compareServers, type Load, type Target } from './load/compare-servers.ts';
import { type ServerScript, startLoad, startServerScript } from './load/load.ts';
import { type Bench, round, type Table } from './report.ts';

const CONNECTIONS = 32;
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

type Targets = Map<string, Omit<Target, 'body'>>;

async function compare(load: Load, operation: string, query: string, targets: Targets): Promise<Table> {
  const body = JSON.stringify({ query });
  const asked = new Map([...targets].map(([name, target]) => [name, { ...target, body }]));
  const figures = await compareServers(load, asked, CONNECTIONS);
  const thin = figures.get(THIN)!.perSecond;
  const rows = [...figures].map(([server, { perSecond, p99, microseconds }]) => ({
    server,
    'requests/s': round(perSecond),
    '× thin handler': round(perSecond / thin, 2),
    'p99 ms': round(p99, 1),
    'CPU µs each': round(microseconds),
  }));
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
