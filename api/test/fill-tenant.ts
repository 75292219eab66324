import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { operatorIn } from '#access/authenticate.ts';
import { askRequester } from '#features/approvals/ask-requester.ts';
import { decideApproval } from '#features/approvals/decide-approval.ts';
import { createApprovalRule, deleteApprovalRule } from '#features/approvals/save-approval-rule.ts';
import { setApprovalWebhook } from '#features/approvals/set-approval-webhook.ts';
import { auditRuns } from '#features/executions/audit-runs.ts';
import { executeTool } from '#features/executions/execute-tool.ts';
import { setSecret } from '#features/secrets/set-secret.ts';
import { snoozeTask } from '#features/tasks/snooze-task.ts';
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

const ROI_INPUT = { initialInvestment: 100, annualBenefit: 50, years: 3, discountRate: 5 };

/** Makes rows of every kind in a tenant, each time a fresh one, and answers with its public id. */
export function createMaker(app: App, story: Story) {
  const { tenant } = story;
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
    /** The address of somebody made up, whom those who may can act as. */
    async demoPerson() {
      const word = newWord();
      const person = await operator.people.createPerson({ email: `${word}@demo.test`, name: `Person ${word}` });
      await placeMember(operator, tenant, person, 'member');
      return person.email;
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
    auditRuns: () => auditRuns(app.database.owner),
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
    /** A call by an owner of the tenant, who began the session that it is part of. */
    async run() {
      const { viewer } = await story.as('system_admin');
      const call = { slug: 'roi-calculator', input: ROI_INPUT, idempotencyKey: newWord() };
      const { run } = await executeTool(app.createContext(viewer, newRequestId()), call);
      return run!;
    },
    async ToolRun() {
      return toNodeId('ToolRun', (await this.run()).id);
    },
    async Session() {
      return toNodeId('Session', (await this.run()).sessionId);
    },
    /** Makes calls of the tenant's operator wait, and nobody else's. */
    async ApprovalRule() {
      const rule = await createApprovalRule(ctx, {
        name: `Rule ${newWord()}`,
        verdict: 'ask',
        match: { tools: ['roi-calculator'], callers: ['system'] },
      });
      return toNodeId('ApprovalRule', rule.id);
    },
    /** The only rule that there is. */
    async onlyRule() {
      await app.database.system.approvalRule.deleteMany({ where: { tenantId: tenant.id } });
      return this.ApprovalRule();
    },
    /** A call that waits; asked for by the operator, or by somebody of the tenant. */
    async waitingCall(requester = ctx, caller = 'system') {
      const rule = await createApprovalRule(
        ctx,
        { name: newWord(), verdict: 'ask', match: { callers: [caller] } },
        true,
      );
      const { run } = await executeTool(requester, { slug: 'roi-calculator', input: ROI_INPUT });
      await deleteApprovalRule(ctx, rule.id);
      const approval = await app.database.system.approval.findFirstOrThrow({ where: { runId: run!.id } });
      return approval;
    },
    async Approval() {
      return toNodeId('Approval', (await this.waitingCall()).id);
    },
    /** One that an owner asked for, and cannot decide. */
    async ownApproval() {
      const { viewer } = await story.as('system_admin');
      const requester = app.createContext(viewer, newRequestId());
      return toNodeId('Approval', (await this.waitingCall(requester, viewer.userId)).id);
    },
    /** A waiting call that was put off, with a question, a vote and a receipt. */
    async decided() {
      const { viewer } = await story.as('admin');
      const { id, taskId } = await this.waitingCall();
      const decider = app.createContext(viewer, newRequestId());
      await snoozeTask(decider, taskId, new Date(decider.clock.now().getTime() + 60_000));
      await askRequester(decider, id, 'Why?');
      await decideApproval(decider, { id, decision: 'DENY', reason: newWord() });
      return toNodeId('Approval', id);
    },
    /** From now on there is news of every call that waits; it is never sent, since no worker runs. */
    approvalWebhook: () => setApprovalWebhook(ctx, 'https://hooks.example.com/approvals'),
    async AuditEntry() {
      const where = { tenantId: tenant.id };
      const entry = await app.database.system.auditEntry.findFirstOrThrow({ where, orderBy: { seq: 'desc' } });
      return toNodeId('AuditEntry', entry.id);
    },
  };
}

export type Maker = ReturnType<typeof createMaker>;

/** The public id of one row of each type, by the name of the type. */
export async function fillTenant(maker: Maker) {
  const Membership = await maker.Membership();
  await maker.favourite();
  await maker.approvalWebhook();
  await maker.decided();
  await maker.auditRuns();
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
    ToolRun: await maker.ToolRun(),
    Session: await maker.Session(),
    ApprovalRule: await maker.ApprovalRule(),
    Approval: await maker.Approval(),
    AuditEntry: await maker.AuditEntry(),
  };
}
