import { randomUUID } from 'node:crypto';
import { type Database, openDatabase, withTenant } from '../src/platform/database.ts';
import { MIGRATIONS } from '../src/platform/database-test-server.ts';
import { migrate } from '../src/platform/migrate.ts';
import { openBenchPostgres } from './crib-process.ts';
import { measureInTurns, ROUNDS, SLICE_MS } from './measure.ts';
import { type Bench, round, type Table } from './report.ts';

const TENANTS = 50;
const ROWS_PER_TENANT = 200;
const POOL = 10;
const CALLERS = [1, 16];
const NO_WALL = 'no wall';

type Way = () => Promise<unknown>;

async function seed(database: Database): Promise<string[]> {
  const tenants = Array.from({ length: TENANTS }, () => randomUUID());
  const workspaces = tenants.flatMap((tenantId) =>
    Array.from({ length: ROWS_PER_TENANT }, (_, row) => ({ tenantId, slug: `w${row}`, name: '' })),
  );
  await database.system.tenant.createMany({ data: tenants.map((id) => ({ id, slug: id, name: id })) });
  await database.system.workspace.createMany({ data: workspaces });
  await database.owner.query('ANALYZE');
  return tenants;
}

function waysToRead({ app }: Database, { system }: Database, tenants: string[]): Record<string, Way> {
  const first = tenants[0]!;
  const any = () => tenants[Math.floor(Math.random() * tenants.length)]!;
  const query = (tenantId: string) => ({
    where: { tenantId, slug: `w${Math.floor(Math.random() * ROWS_PER_TENANT)}` },
  });
  return {
    [NO_WALL]: () => system.workspace.findFirst(query(any())),
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

async function compare(callers: number, ways: Record<string, Way>): Promise<Table> {
  const measured = Object.entries(ways).map(([name, way]) => [name, () => measure(callers, way)] as const);
  const rates = await measureInTurns(Object.fromEntries(measured));
  const rows = [...rates].map(([way, rate]) => ({
    way,
    'reads/s': round(rate),
    '× no wall': round(rate / rates.get(NO_WALL)!, 2),
  }));
  return { title: `Second wall: findFirst, ${callers} callers, median of ${ROUNDS} rounds`, rows };
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

/** What the second wall (row-level security) costs a read on PostgreSQL. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    if (!postgres) return [];
    const url = await postgres.createDatabase('rls');
    const database = await openDatabase({ url, folder: null, poolSize: POOL });
    // The owner's pool is half as large as the serving one.
    const plain = await openDatabase({ url, folder: null, poolSize: 2 * POOL });
    try {
      await migrate(database.owner, MIGRATIONS);
      const ways = waysToRead(database, plain, await seed(database));
      const tables: Table[] = [];
      for (const callers of CALLERS) tables.push(await compare(callers, ways));
      return tables;
    } finally {
      await Promise.all([database.close(), plain.close()]);
      await postgres.close();
    }
  },
};
