import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { operatorIn } from '#access/authenticate.ts';
import { placeMember } from '#features/tenancy/bootstrap-tenant.ts';
import { createApiKey } from '#features/tenancy/create-api-key.ts';
import { createRole } from '#features/tenancy/create-role.ts';
import { inviteMember } from '#features/tenancy/invite-member.ts';
import { createWorkspace } from '#features/tenancy/save-workspace.ts';
import { storeFile } from '#features/tenancy/store-file.ts';
import { newRequestId, toNodeId } from '#platform/ids.ts';
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
    async AuditEntry() {
      const entry = await app.database.system.auditEntry.findFirstOrThrow({ where: { tenantId: tenant.id } });
      return toNodeId('AuditEntry', entry.id);
    },
  };
}

export type Maker = ReturnType<typeof createMaker>;

/** The public id of one row of each type, by the name of the type. */
export async function fillTenant(maker: Maker) {
  return {
    Membership: await maker.Membership(),
    Tenant: await maker.Tenant(),
    User: await maker.User(),
    Workspace: await maker.Workspace(),
    Role: await maker.Role(),
    Invitation: await maker.Invitation(),
    ApiKey: await maker.ApiKey(),
    File: await maker.File(),
    AuditEntry: await maker.AuditEntry(),
  };
}
