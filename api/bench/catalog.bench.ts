import path from 'node:path';
import { evaluateTools } from '../src/features/tools/evaluate-tools.ts';
import { openShelves } from '../src/features/tools/open-shelves.ts';
import { toToolSet } from '../src/features/tools/to-tool-set.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { MIGRATIONS } from '../src/platform/database-test-server.ts';
import { newId } from '../src/platform/ids.ts';
import { openLive } from '../src/platform/live.ts';
import { migrate } from '../src/platform/migrate.ts';
import { makeCodeTool } from '../test/code-tool.ts';
import { cleanUp } from '../test/processes/process-kit.ts';
import { makeToolRow } from '../test/tool-row.ts';
import { fillTools, openBenchPostgres, startCrib } from './crib-process.ts';
import { startLoad, startServerScript } from './load/load.ts';
import { measureInTurns, ROUNDS, SLICE_MS } from './measure.ts';
import { type Bench, round, type Table } from './report.ts';

const TOOLS = 2_000;
const SET = 200;
const CONNECTIONS = 32;
const WARM_UP_MS = 3_000;
const LISTED = 20;
const THIN = 'graphql-js, thin node:http handler';
const LIST = `{ tools(filter: { includeUnavailable: true }, first: ${LISTED}) {
  edges { node { id slug name description category icon origin enabled } } } }`;

const names = (prefix: string) => Array.from({ length: TOOLS / 2 }, (_, at) => `${prefix}-${at}`);
const CODE_TOOLS = names('code').map((slug) => makeCodeTool(slug));

/** Half of the tools are code with a change of the tenant's own, half were authored by it. */
async function seed({ system }: Database): Promise<string> {
  const tenantId = newId();
  await system.tenant.create({ data: { id: tenantId, slug: 'bench', name: 'Bench' } });
  const rows = [
    ...names('code').map((slug) => makeToolRow(slug, 'SYSTEM_OVERRIDE', { tenantId, name: `Our ${slug}` })),
    ...names('own').map((slug) =>
      makeToolRow(slug, 'TENANT_CUSTOM', {
        tenantId,
        enabled: true,
        name: slug,
        description: 'Tells the weather of a city.',
        category: 'test',
        icon: 'cloud',
        permissionPolicy: 'auto',
        executionType: 'external',
        visibility: 'visible',
        fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}', method: 'GET' },
      }),
    ),
  ];
  // What is null is left out: the column is empty then, and does not hold a JSON null.
  const data = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
  await system.tool.createMany({ data: data as never });
  return tenantId;
}

/** Milliseconds a time, over as many times as a slice has room for. */
const timed = (work: () => unknown) => async (): Promise<number> => {
  const begun = performance.now();
  let times = 0;
  for (; times === 0 || performance.now() - begun < SLICE_MS; times += 1) await work();
  return (performance.now() - begun) / times;
};

async function measureShelves(kind: string, database: Database): Promise<Table> {
  await migrate(database.owner, MIGRATIONS);
  const tenantId = await seed(database);
  const live = await openLive({ kind: 'memory' });
  const runnableKinds = new Set(['http']);
  const shelves = openShelves({ ...database, live, codeTools: CODE_TOOLS, runnableKinds });
  const { tools } = await shelves.of(tenantId);
  if (tools.length !== TOOLS) throw new Error(`There are ${tools.length} tools on the shelf, not ${TOOLS}.`);
  const permissions = new Set<string>();
  const evaluation = {
    tenantSlug: 'bench',
    permissions,
    runtime: 'api' as const,
    agent: null,
    includeHarness: new Set<string>(),
    secretsSet: new Set<string>(),
    runnableKinds,
    availability: { tenantSlug: 'bench', agentSlug: undefined, spaceId: null, permissions, source: 'api' as const },
  };
  const { included } = evaluateTools(tools, evaluation);
  if (included.length !== TOOLS) throw new Error(`Only ${included.length} tools passed the gates.`);
  const times = await measureInTurns({
    [`read and resolve ${TOOLS} tools`]: timed(() => {
      live.ring(tenantId, 'Tool', '*');
      return shelves.of(tenantId);
    }),
    'the same, kept': timed(() => shelves.of(tenantId)),
    [`all gates for ${TOOLS} tools`]: timed(() => evaluateTools(tools, evaluation)),
    [`a ToolSet of ${SET}`]: timed(() => toToolSet(included.slice(0, SET), evaluation.availability, async () => null)),
  });
  shelves.close();
  const sizes = [TOOLS, TOOLS, TOOLS, SET];
  const rows = [...times].map(([work, ms], at) => ({
    work,
    ms: round(ms, 4),
    'µs per tool': round((ms * 1_000) / sizes[at]!, 3),
  }));
  return { title: `B5 catalog, ${kind}, median of ${ROUNDS} rounds`, rows };
}

/** How fast our list of tools is beside the same list from memory behind the thin handler. */
async function measureList(settings: Record<string, Record<string, string>>): Promise<Table> {
  const load = startLoad();
  const thin = await startServerScript(path.join(import.meta.dirname, 'baselines/thin-graphql.ts'));
  const targets: Record<string, { url: string; headers?: Record<string, string> }> = { [THIN]: thin };
  try {
    for (const [name, setting] of Object.entries(settings)) {
      const crib = await startCrib(setting);
      await fillTools(crib, LISTED);
      targets[name] = { url: `${crib.running.url}/graphql`, headers: { authorization: `Bearer ${crib.key}` } };
    }
    const body = JSON.stringify({ query: LIST });
    const put = ({ url, headers }: (typeof targets)[string], ms: number) =>
      load.put({ url, headers, body, connections: CONNECTIONS, ms });
    for (const target of Object.values(targets)) await put(target, WARM_UP_MS);
    const ways = Object.entries(targets).map(([name, target]) => {
      return [name, async () => (await put(target, SLICE_MS)).perSecond] as const;
    });
    const rates = await measureInTurns(Object.fromEntries(ways));
    const rows = [...rates].map(([server, rate]) => ({
      server,
      'requests/s': round(rate),
      '× thin handler': round(rate / rates.get(THIN)!, 2),
    }));
    return { title: `B2 door: tools(first: ${LISTED}), ${CONNECTIONS} connections`, rows };
  } finally {
    await Promise.all([load.end(), thin.end()]);
    await cleanUp();
  }
}

/** B5 and the list of B2: what a tenant with many tools pays for the first look, for the next one, and over HTTP. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    const tables: Table[] = [];
    try {
      const kinds = { embedded: undefined, ...(postgres && { PostgreSQL: await postgres.createDatabase('catalog') }) };
      for (const [kind, url] of Object.entries(kinds)) {
        const database = await openDatabase({ url, folder: null, poolSize: 10 });
        tables.push(await measureShelves(kind, database).finally(() => database.close()));
      }
      const url = await postgres?.createDatabase('catalog_door');
      tables.push(
        await measureList({ 'ours, embedded': {}, ...(url && { 'ours, PostgreSQL': { DATABASE_URL: url } }) }),
      );
      return tables;
    } finally {
      await postgres?.close();
    }
  },
};
