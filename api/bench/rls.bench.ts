// What the second wall costs a read. `DATABASE_URL=postgres://… node api/bench/rls.bench.ts`; the login must be allowed to
// create a database, which is dropped again. Ways are measured in turns, so that ratios hold on a noisy machine.
import { randomUUID } from 'node:crypto';
import { openDatabase, withTenant } from '../src/platform/database.ts';
import { createScratchDatabase, MIGRATIONS } from '../src/platform/database-test-server.ts';
import { migrate } from '../src/platform/migrate.ts';

const ROUNDS = 9;
const SLICE_MS = 300;
const TENANTS = 50;
const ROWS_PER_TENANT = 200;
const POOL = 10;
const CALLERS = [1, 16];

const serverUrl = process.env.DATABASE_URL;
if (!serverUrl) throw new Error('Set DATABASE_URL to a PostgreSQL login that may create databases.');

const scratch = await createScratchDatabase(serverUrl);
const database = await openDatabase({ url: scratch.url, folder: null, poolSize: POOL });
// The owner's pool is half as large as the serving one.
const plain = await openDatabase({ url: scratch.url, folder: null, poolSize: 2 * POOL });
try {
  await migrate(database.owner, MIGRATIONS);
  const tenants = await seed();
  for (const callers of CALLERS) await compare(callers, waysToRead(tenants));
} finally {
  await Promise.all([database.close(), plain.close()]);
  await scratch.drop();
}

type Way = () => Promise<unknown>;

async function seed(): Promise<string[]> {
  const tenants = Array.from({ length: TENANTS }, () => randomUUID());
  const workspaces = tenants.flatMap((tenantId) =>
    Array.from({ length: ROWS_PER_TENANT }, (_, row) => ({ tenantId, slug: `w${row}`, name: '' })),
  );
  await database.system.tenant.createMany({ data: tenants.map((id) => ({ id, slug: id, name: id })) });
  await database.system.workspace.createMany({ data: workspaces });
  await database.owner.query('ANALYZE');
  return tenants;
}

function waysToRead(tenants: string[]): Record<string, Way> {
  const { system } = plain;
  const { app } = database;
  const first = tenants[0]!;
  const any = () => tenants[Math.floor(Math.random() * tenants.length)]!;
  const query = (tenantId: string) => ({
    where: { tenantId, slug: `w${Math.floor(Math.random() * ROWS_PER_TENANT)}` },
  });
  return {
    'no wall': () => system.workspace.findFirst(query(any())),
    'wall, same tenant': () => withTenant(first, () => app.workspace.findFirst(query(first))),
    [`wall, one of ${TENANTS} tenants`]: () => {
      const tenantId = any();
      return withTenant(tenantId, () => app.workspace.findFirst(query(tenantId)));
    },
    'transaction with set_config': () => {
      const tenantId = any();
      return app.$transaction(async (transaction) => {
        await transaction.$executeRaw`SELECT set_config('toolcrib.tenant', ${tenantId}, true)`;
        return transaction.workspace.findFirst(query(tenantId));
      });
    },
  };
}

async function compare(callers: number, ways: Record<string, Way>): Promise<void> {
  const rates = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const rate = await measure(callers, way);
      if (round >= 0) rates.get(name)!.push(rate);
    }
  }
  const base = median([...rates.values()][0]!);
  console.log(`findFirst, ${callers} callers, median of ${ROUNDS} rounds`);
  console.table(
    [...rates].map(([way, values]) => ({
      way,
      'reads/s': Math.round(median(values)),
      ratio: Number((median(values) / base).toFixed(2)),
    })),
  );
}

async function measure(callers: number, way: Way): Promise<number> {
  const begun = performance.now();
  let reads = 0;
  const call = async () => {
    for (; performance.now() - begun < SLICE_MS; reads++) {
      if (!(await way())) throw new Error('A read found nothing: the wall is wrong.');
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return (reads * 1_000) / (performance.now() - begun);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
