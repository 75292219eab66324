import { TENANTS, type Tenant } from './choose-tenant.ts';
import { command, family, LIMIT_FLAG } from './command.ts';
import { noteOn, parseLimit, readPages } from './read-pages.ts';
import { clean, moment, table } from './table.ts';

const CREATE = `mutation CribCreateTenant($input: CreateTenantInput!) {
  createTenant(input: $input) { tenant { id slug name createdAt } }
}`;

const list = command({
  name: 'list',
  description: 'Lists all tenants.',
  flags: LIMIT_FLAG,
  async run({ limit }, { crib, terminal }) {
    const most = parseLimit(limit);
    const found = await readPages<Tenant>((await crib()).ask, TENANTS, {}, most);
    const columns = {
      slug: (tenant: Tenant) => tenant.slug,
      name: (tenant: Tenant) => tenant.name,
      created: (tenant: Tenant) => moment(tenant.createdAt),
    };
    const text = found.rows.length > 0 ? table(found.rows, columns, terminal) : 'There is no tenant yet.';
    return { data: found.rows, text, note: noteOn(found) };
  },
});

const create = command({
  name: 'create',
  description: 'Makes a tenant with its built-in roles.',
  flags: {
    slug: { type: 'string', required: true, valueHint: 'slug', description: 'Short name in addresses; stays.' },
    name: { type: 'string', required: true, valueHint: 'name', description: 'Name for people.' },
  },
  async run({ slug, name }, { crib }) {
    const { ask } = await crib();
    const { createTenant } = await ask<{ createTenant: { tenant: Tenant } }>(CREATE, { input: { slug, name } });
    const { tenant } = createTenant;
    const note = `Give it an owner with: npm run crib -- bootstrap --tenant ${tenant.slug} --email <email>`;
    return { data: tenant, text: `Made the tenant ${tenant.slug} (${clean(tenant.name)}).`, note };
  },
});

export const tenants = family('tenants', 'Lists and makes tenants.', { list, create });
