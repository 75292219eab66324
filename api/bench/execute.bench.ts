import path from 'node:path';
import { cleanUp } from '../test/processes/process-kit.ts';
import { get } from '../test/processes/wire-client.ts';
import { installBaseline } from './baselines/install-baseline.ts';
import { openBenchPostgres, startCrib } from './crib-process.ts';
import { fillGrowth } from './fill-growth.ts';
import { compareServers, type Figures, type Load, type Target } from './load/compare-servers.ts';
import { type ServerScript, startLoad, startServerScript } from './load/load.ts';
import { type Bench, type Row, round, type Table } from './report.ts';

const CALLERS = 64;
const MASTRA = 'Mastra, nothing stored';
const INSERTS = 'node:http + 2 awaited inserts';
const SHORT = 1_000;
const LONG = 1_000_000;
const TENANTS = 100;

const EXECUTE = `mutation($input: ExecuteToolInput!) {
  executeTool(input: $input) { run { id status output } error { code } } }`;
const INPUT = { initialInvestment: 1_000, annualBenefit: 1_200, years: 1, discountRate: 0 };
const VARIABLES = { input: { slug: 'roi-calculator', input: INPUT } };
const BODY = JSON.stringify({ query: EXECUTE, variables: VARIABLES });

type Postgres = NonNullable<Awaited<ReturnType<typeof openBenchPostgres>>>;
type Crib = Awaited<ReturnType<typeof startCrib>>;

/** A call that is refused is answered fast; only one that worked is worth measuring. */
async function target({ running: { url, pid } }: Crib, keys: string[]): Promise<Target> {
  for (const key of keys) {
    const { executeTool } = await get(url, { key }, EXECUTE, VARIABLES);
    if (executeTool.run?.status !== 'SUCCESS') throw new Error(`The tool did not run: ${JSON.stringify(executeTool)}`);
  }
  return { url: `${url}/graphql`, pid, body: BODY, headers: keys.map((key) => ({ authorization: `Bearer ${key}` })) };
}

const shown = ({ perSecond, p50, p99, microseconds }: Figures) => ({
  'calls/s': round(perSecond),
  'p50 ms': round(p50, 1),
  'p99 ms': round(p99, 1),
  'CPU µs each': round(microseconds),
});

async function measureExecute(load: Load, postgres: Postgres | undefined, scripts: ServerScript[]): Promise<Table> {
  const targets = new Map<string, Target>();
  const addScript = async (name: string, file: string, body: unknown, settings?: Record<string, string>) => {
    const script = await startServerScript(file, settings);
    scripts.push(script);
    targets.set(name, { ...script, body: JSON.stringify(body) });
  };
  if (postgres) {
    const inserts = path.join(import.meta.dirname, 'baselines/two-inserts-http.ts');
    await addScript(INSERTS, inserts, INPUT, { DATABASE_URL: await postgres.createDatabase('inserts') });
  }
  const mastra = installBaseline('mastra');
  if (mastra) await addScript(MASTRA, mastra, { data: INPUT });
  const embedded = await startCrib();
  targets.set('ours, embedded', await target(embedded, [embedded.key]));
  if (postgres) {
    const crib = await startCrib({ DATABASE_URL: await postgres.createDatabase('execute') });
    targets.set('ours, PostgreSQL', await target(crib, [crib.key]));
  }
  const figures = await compareServers(load, targets, CALLERS);
  const over = (name: string, rate: number) =>
    figures.has(name) ? round(rate / figures.get(name)!.perSecond, 2) : '—';
  const rows = [...figures].map(
    ([server, figure]): Row => ({
      server,
      ...shown(figure),
      '× Mastra': over(MASTRA, figure.perSecond),
      '× inserts': over(INSERTS, figure.perSecond),
    }),
  );
  if (!mastra) rows.push({ server: `${MASTRA}: not installable here` });
  return { title: `B1 executeTool, WAIT, API key, ${CALLERS} callers`, rows };
}

async function measureGrowth(load: Load, postgres: Postgres): Promise<Table> {
  const targets = new Map<string, Target>();
  for (const [events, counts] of [
    [SHORT, [1, 10, TENANTS]],
    [LONG, [1, TENANTS]],
  ] as const) {
    const url = await postgres.createDatabase(`growth_${events}`);
    const crib = await startCrib({ DATABASE_URL: url });
    const keys = await fillGrowth(url, TENANTS, events);
    for (const count of counts) targets.set(`${count} of ${events}`, await target(crib, keys.slice(0, count)));
  }
  const figures = await compareServers(load, targets, CALLERS);
  const [base] = figures.values();
  const rows = [...figures].map(([name, figure]): Row => {
    const [tenants, events] = name.split(' of ') as [string, string];
    return {
      tenants,
      'events before': events,
      ...shown(figure),
      '× first row': round(figure.perSecond / base!.perSecond, 2),
    };
  });
  return { title: `B10 growth: executeTool on PostgreSQL, ${CALLERS} callers`, rows };
}

/** B1 and B10: what a recorded call of a tool costs, beside barer ones, and as tenants and logs grow. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const load = startLoad();
    const scripts: ServerScript[] = [];
    try {
      const tables = [await measureExecute(load, postgres, scripts)];
      await cleanUp();
      if (postgres) tables.push(await measureGrowth(load, postgres));
      return tables;
    } finally {
      await Promise.all([load.end(), ...scripts.map(({ end }) => end())]);
      await cleanUp();
      await postgres?.close();
    }
  },
};
