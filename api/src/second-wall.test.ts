import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { withTenant } from '#platform/database.ts';
import { newId } from '#platform/ids.ts';
import { createMaker, fillTenant } from '../test/fill-tenant.ts';
import { type Story, tellStory } from '../test/story.ts';
import { findTenantTables, readTenantRows } from '../test/tenant-rows.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';

let app: TestApp;
let tables: string[];
let ours: Story;
let theirs: Story;

beforeAll(async () => {
  app = await createTestApp();
  tables = await findTenantTables(app);
  [ours, theirs] = [await tellStory(app), await tellStory(app)];
  for (const story of [ours, theirs]) await fillTenant(createMaker(app, story));
});
afterAll(() => app.close());

type Wall = { name: string; enabled: boolean; forced: boolean; served: string[] };

describe('in the catalog', () => {
  it('every table of tenants has row-level security, also for its owner, and a policy for the serving role', async () => {
    const { rows } = await app.database.owner.query<Wall>(
      `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
         (SELECT coalesce(array_agg(p.qual || ' / ' || coalesce(p.with_check, '')), '{}') FROM pg_policies p
          WHERE p.tablename = c.relname AND p.schemaname = current_schema() AND 'toolcrib_app' = ANY(p.roles)) AS served
       FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
    );
    const wall = '(tenant_id = toolcrib_tenant())';
    // Rows of the default tenant hold for all: read by everybody, written by the operator alone.
    const more: Record<string, string[]> = { tools: [`(tenant_id = '${DEFAULT_TENANT.id}'::uuid) / `] };
    for (const table of tables) {
      const found = rows.find(({ name }) => name === table);
      expect({ ...found, served: found?.served.toSorted() }).toEqual({
        name: table,
        enabled: true,
        forced: true,
        served: [...(more[table] ?? []), `${wall} / ${wall}`],
      });
    }
    const open = rows.filter(({ enabled }) => !enabled).map(({ name }) => name);
    // What people sign in with, the history of migrations, and which processes live; the serving role may not touch them at all.
    const closed = ['_prisma_migrations', 'auth_accounts', 'auth_sessions', 'auth_verifications', 'process_leases'];
    // The tools of the release are no secret of any tenant; the serving role reads them.
    expect(open.sort()).toEqual([...closed, 'tool_catalog_entries']);
    const { rows: rights } = await app.database.owner.query<{ name: string; may: boolean }>(
      `SELECT t AS name, has_table_privilege('toolcrib_app', t, 'SELECT, INSERT, UPDATE, DELETE') AS may FROM unnest($1::text[]) t`,
      [closed],
    );
    expect(rights.filter(({ may }) => may)).toEqual([]);
    const { rows: catalog } = await app.database.owner.query(
      `SELECT has_table_privilege('toolcrib_app', 'tool_catalog_entries', 'SELECT') AS reads,
         has_table_privilege('toolcrib_app', 'tool_catalog_entries', 'INSERT, UPDATE, DELETE') AS writes`,
    );
    expect(catalog).toEqual([{ reads: true, writes: false }]);
  });

  it('a row can point only to rows of its own tenant', async () => {
    const { rows } = await app.database.owner.query<{ name: string; columns: string[]; others: string[] }>(
      `SELECT f.conname AS name,
         (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)) AS columns,
         (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.confrelid AND a.attnum = ANY(f.confkey)) AS others
       FROM pg_constraint f WHERE f.contype = 'f'
         AND f.conrelid = ANY($1::text[]::regclass[]) AND f.confrelid = ANY($1::text[]::regclass[])`,
      [tables],
    );
    expect(rows.length).toBeGreaterThan(4);
    const loose = rows.filter(({ columns, others }) => !columns.includes('tenant_id') || !others.includes('tenant_id'));
    expect(loose).toEqual([]);
  });
});

describe.runIf(process.env.TEST_DATABASE === 'postgres')('with the first wall gone', () => {
  const ask = (sql: string, values: unknown[] = []) => app.database.serving.query(sql, values);
  const asOurs = (sql: string, values?: unknown[]) => withTenant(ours.tenant.id, () => ask(sql, values));
  const countOf = async (sql: Promise<{ rows: { count: string }[] }>) => Number((await sql).rows[0]!.count);

  it('a tenant sees its own rows of every table and none of another', async () => {
    for (const table of tables) {
      expect(await countOf(asOurs(`SELECT count(*) FROM "${table}"`))).toBeGreaterThan(0);
      expect([
        table,
        await countOf(asOurs(`SELECT count(*) FROM "${table}" WHERE tenant_id <> $1`, [ours.tenant.id])),
      ]).toEqual([table, 0]);
    }
    expect(await countOf(asOurs('SELECT count(*) FROM tenants'))).toBe(1);
  });

  it('a tenant sees the people who belong to it and nobody else', async () => {
    const { rows } = await asOurs('SELECT u.id FROM users u');
    const members = await app.database.system.membership.findMany({ where: { tenantId: ours.tenant.id } });
    expect(rows.map((row) => row.id).sort()).toEqual(members.map((member) => member.userId).sort());
  });

  it.each(['', undefined])('nobody sees a row with the tenant set to %o', async (tenant) => {
    for (const table of [...tables, 'tenants', 'users']) {
      const count = () => ask(`SELECT count(*) FROM "${table}"`);
      const counted = tenant === undefined ? count() : withTenant(tenant, count);
      expect([table, await countOf(counted)]).toEqual([table, 0]);
    }
  });

  it('the client that features are made from sees no row without a tenant, and one tenant with it', async () => {
    expect(await app.database.app.membership.findMany()).toEqual([]);
    expect(await app.database.app.tenant.findMany()).toEqual([]);
    const seen = await withTenant(ours.tenant.id, () => app.database.app.apiKey.findMany());
    expect(new Set(seen.map((key) => key.tenantId))).toEqual(new Set([ours.tenant.id]));
  });

  it('a tenant writes no row of another', async () => {
    const before = await readTenantRows(app, theirs.tenant.id);
    // History and keys are not even rewritten at home: there the database denies the whole statement.
    const touched = (sql: string) =>
      asOurs(sql, [theirs.tenant.id]).then(
        ({ rowCount }) => rowCount,
        (error: Error) => (/permission denied/.test(error.message) ? 0 : Promise.reject(error)),
      );
    for (const table of tables.filter((name) => !name.startsWith('audit_'))) {
      const [changed, deleted] = [
        await touched(`UPDATE "${table}" SET tenant_id = tenant_id WHERE tenant_id = $1`),
        await touched(`DELETE FROM "${table}" WHERE tenant_id = $1`),
      ];
      expect([table, changed, deleted]).toEqual([table, 0, 0]);
      const moved = asOurs(`UPDATE "${table}" SET tenant_id = $1`, [theirs.tenant.id]);
      await expect(moved, table).rejects.toThrow(/row-level security|foreign key|permission denied/);
    }
    const added = asOurs(
      "INSERT INTO workspaces (id, tenant_id, slug, name, updated_at) VALUES ($1, $2, 'x', 'x', now())",
      [newId(), theirs.tenant.id],
    );
    await expect(added).rejects.toThrow(/row-level security/);
    await expect(
      asOurs('INSERT INTO tenants (id, slug, name, updated_at) VALUES ($1, $2, $2, now())', [newId(), 'new']),
    ).rejects.toThrow(/denied/);
    expect(await readTenantRows(app, theirs.tenant.id)).toEqual(before);
  });

  it('a tenant reads the rows that hold for all tenants, and writes none of them', async () => {
    const { system } = app.database;
    const { id } = await system.tool.create({
      data: {
        tenantId: DEFAULT_TENANT.id,
        slug: 'roi-calculator',
        kind: 'SYSTEM_OVERRIDE',
        enabled: false,
        updatedBy: 'operator',
      },
    });
    try {
      expect(await countOf(asOurs('SELECT count(*) FROM tools WHERE id = $1', [id]))).toBe(1);
      expect((await asOurs('UPDATE tools SET enabled = true WHERE id = $1', [id])).rowCount).toBe(0);
      expect((await asOurs('DELETE FROM tools WHERE id = $1', [id])).rowCount).toBe(0);
      const added = asOurs(
        "INSERT INTO tools (id, tenant_id, slug, kind, updated_by, updated_at) VALUES ($1, $2, 'x', 'TENANT_CUSTOM', 'x', now())",
        [newId(), DEFAULT_TENANT.id],
      );
      await expect(added).rejects.toThrow(/row-level security/);
    } finally {
      await system.tool.delete({ where: { id } });
    }
  });

  it('a tenant adds to its audit log and never rewrites it', async () => {
    for (const sql of [
      "UPDATE audit_entries SET action = 'x'",
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'DELETE FROM audit_heads',
    ]) {
      await expect(asOurs(sql), sql).rejects.toThrow(/permission denied/);
    }
  });

  it('nobody reads what people sign in with', async () => {
    for (const table of ['auth_sessions', 'auth_accounts', 'auth_verifications', '_prisma_migrations']) {
      await expect(asOurs(`SELECT * FROM ${table}`), table).rejects.toThrow(/permission denied/);
    }
    await expect(asOurs("UPDATE users SET name = 'x'")).rejects.toThrow(/permission denied/);
  });

  it('the serving role cannot step out of itself', async () => {
    const { rows } = await asOurs(
      'SELECT current_user AS name, rolsuper OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([{ name: 'toolcrib_app', mighty: false }]);
  });
});
