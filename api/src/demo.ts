import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { operatorIn } from '#access/authenticate.ts';
import type { Context } from '#access/context.ts';
import type { Person } from '#access/people.ts';
import { placeMember } from '#features/tenancy/bootstrap-tenant.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { createSignInLink } from '#features/tenancy/create-sign-in-link.ts';
import { createTenant } from '#features/tenancy/create-tenant.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { newRequestId } from '#platform/ids.ts';
import type { App } from './app.ts';

const OWNER = 'owner@demo.test';
const TENANTS = [
  { slug: 'demo', name: 'Demo Workshop' },
  { slug: 'ims', name: 'IMS' },
  { slug: 'oci', name: 'OCI' },
];
const PEOPLE = [
  { email: OWNER, name: 'Olive Owner', role: 'system_admin' },
  { email: 'approver@demo.test', name: 'Abe Approver', role: 'approver' },
  { email: 'member@demo.test', name: 'Mia Member', role: 'member' },
  { email: 'viewer@demo.test', name: 'Vic Viewer', role: 'viewer' },
];

async function personOf(ctx: Context, { email, name }: { email: string; name: string }): Promise<Person> {
  return (await ctx.people.findPerson(email)) ?? ctx.people.createPerson({ email, name });
}

async function seedTenants(ctx: Context): Promise<void> {
  const owner = await personOf(ctx, PEOPLE[0]!);
  for (const input of TENANTS) {
    const tenant = await createTenant(ctx, input);
    await placeMember(ctx, tenant, owner, 'system_admin');
    if (input.slug !== 'demo') continue;
    for (const person of PEOPLE.slice(1)) await placeMember(ctx, tenant, await personOf(ctx, person), person.role);
  }
}

/** `<DATA_DIR>/owner.key`: a key with all the rights of the owner of `demo`, for the first steps. */
async function writeOwnerKey(ctx: Context, dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'owner.key');
  const tenant = await ctx.elevate('the demo has its own key').tenant.findUnique({ where: { slug: 'demo' } });
  if (!tenant || existsSync(file)) return;
  const { secret } = await createApiKey(ctx.as(operatorIn(tenant)), {
    name: 'Owner key of the demo',
    role: 'system_admin',
  });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
}

/** Fills an empty database with the demo. Answers how to get in; on a database that is in use it does nothing. */
export async function seedDemo(app: App): Promise<{ signInLink(): Promise<string> } | undefined> {
  const ctx = app.createContext({ kind: 'system', label: 'operator' }, newRequestId());
  const used = await ctx
    .elevate('an empty database is seeded')
    .tenant.count({ where: { NOT: { id: DEFAULT_TENANT.id } } });
  if (used === 0) await seedTenants(ctx);
  const isDemo = await ctx.people.findPerson(OWNER);
  if (!isDemo) return undefined;
  if (used === 0) await writeOwnerKey(ctx, app.env.DATA_DIR);
  return { signInLink: async () => (await createSignInLink(ctx, OWNER)).url };
}
