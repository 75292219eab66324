import path from 'node:path';
import { operatorIn } from '#access/authenticate.ts';
import type { Context } from '#access/context.ts';
import type { Person } from '#access/people.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { placeMember } from '#features/tenancy/bootstrap-tenant.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { createSignInLink } from '#features/tenancy/create-sign-in-link.ts';
import { createTenant } from '#features/tenancy/create-tenant.ts';
import { revokeApiKey } from '#features/tenancy/revoke-api-key.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import type { Tenant } from '#generated/prisma/client.ts';
import { withDatabaseLock } from '#platform/database-lock.ts';
import { hashToken, newRequestId } from '#platform/ids.ts';
import { findKeyFile, replaceKeyFile } from '#platform/key-file.ts';
import type { App } from './app.ts';
import { tellDemoStory } from './demo-story.ts';

const OWNER = 'owner@demo.test';
const MEMBER = 'member@demo.test';
const TENANTS = [
  { slug: 'demo', name: 'Demo Workshop' },
  { slug: 'ims', name: 'IMS' },
  { slug: 'oci', name: 'OCI' },
];
const PEOPLE = [
  { email: OWNER, name: 'Olive Owner', role: 'system_admin' },
  { email: 'approver@demo.test', name: 'Abe Approver', role: 'approver' },
  { email: MEMBER, name: 'Mia Member', role: 'member' },
  { email: 'viewer@demo.test', name: 'Vic Viewer', role: 'viewer' },
];
const KEY_NAME = 'Owner key of the demo';
const LOCK = 72707371;
const BEGUN = 'demo.begun';
const SEEDED = 'demo.seeded';

async function personOf(ctx: Context, { email, name }: { email: string; name: string }): Promise<Person> {
  return (await ctx.people.findPerson(email)) ?? ctx.people.createPerson({ email, name });
}

async function tenantOf(ctx: Context, input: { slug: string; name: string }): Promise<Tenant> {
  const known = await ctx.elevate('the demo may exist in part').tenant.findUnique({ where: { slug: input.slug } });
  return known ?? createTenant(ctx, input);
}

async function seedTenants(ctx: Context): Promise<void> {
  const owner = await personOf(ctx, PEOPLE[0]!);
  for (const input of TENANTS) {
    const tenant = await tenantOf(ctx, input);
    await placeMember(ctx, tenant, owner, 'system_admin');
    if (input.slug !== 'demo') continue;
    for (const person of PEOPLE.slice(1)) await placeMember(ctx, tenant, await personOf(ctx, person), person.role);
    await tellDemoStory(ctx, tenant, { requester: MEMBER, manager: OWNER });
  }
}

/** `<DATA_DIR>/owner.key`: a key with all the rights of the owner of `demo`, for the first steps. */
async function writeOwnerKey(ctx: Context, dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'owner.key');
  const inDemo = ctx.as(operatorIn(await tenantOf(ctx, TENANTS[0]!)));
  const keys = await inDemo.db.apiKey.findMany({ where: { name: KEY_NAME, revokedAt: null } });
  const written = findKeyFile(file);
  if (written && keys.some(({ hash }) => hash === hashToken(written))) return;
  // Made by a start that ended before the file was written: nobody has it.
  for (const { id } of keys) await revokeApiKey(inDemo, id);
  const { secret } = await createApiKey(inDemo, { name: KEY_NAME, role: 'system_admin' });
  replaceKeyFile(file, secret);
}

/** A start may end in the middle. The marks tell the next one to go on, and to leave a database in use alone. */
async function seedOnce(ctx: Context, dataDir: string): Promise<void> {
  const system = ctx.elevate('an empty database is seeded');
  const marks = { tenantId: DEFAULT_TENANT.id, action: { in: [BEGUN, SEEDED] } };
  const last = await system.auditEntry.findFirst({ where: marks, orderBy: { seq: 'desc' } });
  if (last?.action === SEEDED) return;
  if (!last && (await system.tenant.count({ where: { NOT: { id: DEFAULT_TENANT.id } } })) > 0) return;

  const mark = (action: string) =>
    ctx
      .as(operatorIn(DEFAULT_TENANT))
      .transaction((inside) => appendAudit(inside, { action, target: { type: 'Tenant' } }));
  if (!last) await mark(BEGUN);
  await seedTenants(ctx);
  await writeOwnerKey(ctx, dataDir);
  await mark(SEEDED);
}

/** Fills an empty database with the demo. Answers how to get in, if there is a demo to get into. */
export async function seedDemo(app: App): Promise<{ signInLink(): Promise<string> } | undefined> {
  const ctx = app.createContext({ kind: 'system', label: 'operator' }, newRequestId());
  await withDatabaseLock(app.database, LOCK, () => seedOnce(ctx, app.env.DATA_DIR));
  if (!(await ctx.people.findPerson(OWNER))) return undefined;
  return { signInLink: async () => (await createSignInLink(ctx, OWNER)).url };
}
