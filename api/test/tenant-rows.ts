import type { App } from '../src/app.ts';

const known = new WeakMap<object, Promise<string[]>>();

/** Every table that holds rows of tenants, asked of the catalog, so that a new one is never forgotten. */
export function findTenantTables(app: App): Promise<string[]> {
  const tables = known.get(app.database) ?? readCatalog(app);
  known.set(app.database, tables);
  return tables;
}

async function readCatalog(app: App): Promise<string[]> {
  const { rows } = await app.database.owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name = 'tenant_id' AND table_schema = current_schema() ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

export type TenantRows = Record<string, Record<string, unknown>[]>;

/** Changes by itself while keys are used, a moment after the call. */
const VOLATILE = new Set(['last_used_at']);

/** All that a tenant owns, as text that can be compared. */
export async function readTenantRows(app: App, tenantId: string): Promise<TenantRows> {
  const tables = await findTenantTables(app);
  const rows: TenantRows = {};
  for (const table of tables) {
    const found = await app.database.owner.query(`SELECT * FROM "${table}" WHERE tenant_id = $1`, [tenantId]);
    rows[table] = found.rows
      .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !VOLATILE.has(column))))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  const tenant = await app.database.owner.query('SELECT * FROM tenants WHERE id = $1', [tenantId]);
  return { ...rows, tenants: tenant.rows };
}

/** The same without the audit log, for acts that may be noted but must change nothing. */
export async function readTenantRowsBesideAudit(app: App, tenantId: string): Promise<TenantRows> {
  const { audit_entries: _entries, audit_heads: _heads, ...rest } = await readTenantRows(app, tenantId);
  return rest;
}
