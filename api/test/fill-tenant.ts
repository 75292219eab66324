import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { operatorIn } from '#access/authenticate.ts';
import { setSecret } from '#features/secrets/set-secret.ts';
import { placeMember } from '#features/tenancy/bootstrap-tenant.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { createRole } from '#features/tenancy/create-role.ts';
import { inviteMember } from '#features/tenancy/invite-member.ts';
import { createWorkspace } from '#features/tenancy/save-workspace.ts';
import { storeFile } from '#features/tenancy/store-file.ts';
import { createTool } from '#features/tools/create-tool.ts';
import { upsertGlobalToolOverride } from '#features/tools/global-tool-override.ts';
import { openWorkshop } from '#features/tools/open-workshop.ts';
import { upsertToolOverride } from '#features/tools/upsert-tool-override.ts';
import { idOf, newRequestId, toNodeId } from '#platform/ids.ts';
import type { App } from '../src/app.ts';
import type { Story } from './story.ts';

/** Makes rows of every kind in a tenant, each time a fresh one, and answers with its public id. */
export function createMaker(app: App, { tenant }: Story) {
  const operator = app.createContext({ kind: 'system', label: 'operator' }, newRequestId());
  const ctx = operator.as(operatorIn(tenant));
  const newWord = () => `w${randomBytes(5).toString('hex')}`;

  return {
    newWord,
    Tenant: async () => toNodeId('Tenant', tenant.id),
    async Workspace() {
      const word = newWord();
      return toNodeId('Workspace', await createWorkspace(ctx, { slug: word, name: `Workspace ${word}` }));
    },
    async Role(permissions: string[] = ['tools.tenant.read']) {
      const word = newWord();
      return toNodeId('Role', await createRole(ctx, { slug: word, name: `Role ${word}`, permissions }));
    },
    async Membership(roleSlug = 'member') {
      const word = newWord();
      const person = await operator.people.createPerson({ email: `${word}@made.test`, name: `Person ${word}` });
      return toNodeId('Membership', await placeMember(operator, tenant, person, roleSlug));
    },
    async User() {
      const membership = await app.database.system.membership.findFirstOrThrow({ where: { tenantId: tenant.id } });
      return toNodeId('User', membership.userId);
    },
    async invite(email = `${newWord()}@invited.test`, role = 'member') {
      const { invitation, url } = await inviteMember(ctx, { email, role });
      return { id: toNodeId('Invitation', invitation.id), token: url.split('/').at(-1)!, email };
    },
    async Invitation() {
      return (await this.invite()).id;
    },
    async ApiKey() {
      const { apiKey } = await createApiKey(ctx, { name: `Key ${newWord()}`, role: 'viewer' });
      return toNodeId('ApiKey', apiKey.id);
    },
    async File() {
      const word = newWord();
      const file = await storeFile(ctx, {
        name: `${word}.txt`,
        bytes: Readable.from([Buffer.from(word)]),
        limit: 1_000,
      });
      return toNodeId('File', file.id);
    },
    async setSecret() {
      const key = newWord();
      const id = await setSecret(ctx, { key, value: `value of ${key}`, hosts: ['api.example.com'] });
      return { id: toNodeId('Secret', id), key };
    },
    async Secret() {
      return (await this.setSecret()).id;
    },
    /** What it takes to author a tool; switched off, so that it needs nothing that runs it. */
    toolDraft: () => ({
      slug: newWord(),
      name: 'Weather',
      description: 'Tells the weather of a city.',
      category: 'test',
      icon: 'cloud',
      fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
      executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}' },
      enabled: false,
    }),
    async ownTool() {
      return (await createTool(ctx, this.toolDraft(), await openWorkshop(ctx))).slug;
    },
    async override() {
      const change = { slug: 'roi-calculator', description: `Returns, by ${newWord()}.` };
      return (await upsertToolOverride(ctx, change, await openWorkshop(ctx))).slug;
    },
    async globalOverride() {
      return (await upsertGlobalToolOverride(operator, { slug: 'roi-calculator', icon: 'star' })).slug;
    },
    /** A tool that the tenant can use, beside one of its own. */
    async Tool() {
      await this.ownTool();
      return toNodeId('Tool', idOf(tenant.id, await this.override()));
    },
    async favourite() {
      const newest = await app.database.system.membership.findFirstOrThrow({
        where: { tenantId: tenant.id },
        orderBy: { id: 'desc' },
        select: { tenantId: true, userId: true },
      });
      await app.database.system.toolFavourite.create({ data: { ...newest, toolSlug: 'roi-calculator' } });
    },
    async AuditEntry() {
      const entry = await app.database.system.auditEntry.findFirstOrThrow({ where: { tenantId: tenant.id } });
      return toNodeId('AuditEntry', entry.id);
    },
  };
}

export type Maker = ReturnType<typeof createMaker>;

/** The public id of one row of each type, by the name of the type. */
export async function fillTenant(maker: Maker) {
  const Membership = await maker.Membership();
  await maker.favourite();
  return {
    Membership,
    Tenant: await maker.Tenant(),
    User: await maker.User(),
    Workspace: await maker.Workspace(),
    Role: await maker.Role(),
    Invitation: await maker.Invitation(),
    ApiKey: await maker.ApiKey(),
    File: await maker.File(),
    Secret: await maker.Secret(),
    Tool: await maker.Tool(),
    AuditEntry: await maker.AuditEntry(),
  };
}
