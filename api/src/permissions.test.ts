import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import { ALL_PERMISSIONS, BUILT_IN_ROLES } from '#access/permissions.ts';
import { type Answer, type Client, clientFor } from '../test/client.ts';
import { createMaker, type Maker } from '../test/fill-tenant.ts';
import { documentFor, type Operation, rootFieldsOf } from '../test/schema-walk.ts';
import { type Story, tellStory } from '../test/story.ts';
import { readTenantRowsBesideAudit } from '../test/tenant-rows.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { schema } from './schema.ts';

const ROLES = ['system_admin', 'admin', 'approver', 'member', 'viewer', 'feedback_reviewer'] as const;
const CALLERS = [...ROLES, 'key', 'operator', 'operatorInTenant', 'withoutTenant', 'anonymous'] as const;
type Caller = (typeof CALLERS)[number];

const EVERYBODY = CALLERS;
const SIGNED_IN = CALLERS.filter((caller) => caller !== 'anonymous');
const PEOPLE: readonly Caller[] = [...ROLES, 'withoutTenant'];
const ADMINS: readonly Caller[] = ['system_admin', 'admin', 'operatorInTenant'];
const READERS: readonly Caller[] = [...ADMINS, 'viewer'];
const TOOL_READERS: readonly Caller[] = [...READERS, 'approver', 'member', 'key'];
const IN_TENANT: readonly Caller[] = [...TOOL_READERS, 'feedback_reviewer'];
const OPERATOR: readonly Caller[] = ['operator'];
const DECIDERS: readonly Caller[] = ['system_admin', 'admin', 'approver'];

type Row = {
  allowed: readonly Caller[];
  /** Arguments that work for whoever is allowed, made anew for each call. */
  args?: (make: Maker, caller: Caller) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** To whom it does not exist: they are told so, and not that they lack a right. */
  unseen?: readonly Caller[];
  /** How many entries of the audit log it writes when it works; one, if not said. */
  acts?: number;
  /** Whether a refusal is of the matter itself and not for want of a right. */
  notAudited?: true;
};

const QUERIES: Record<string, Row> = {
  viewer: { allowed: SIGNED_IN },
  permissions: { allowed: SIGNED_IN },
  node: { allowed: SIGNED_IN, args: async (make) => ({ id: await make.Role() }) },
  signInOptions: { allowed: EVERYBODY },
  invitationPreview: { allowed: EVERYBODY, args: async (make) => ({ token: (await make.invite()).token }) },
  apiKeys: { allowed: READERS },
  members: { allowed: READERS },
  invitations: { allowed: READERS },
  roles: { allowed: READERS },
  workspaces: { allowed: READERS },
  auditEntries: { allowed: READERS },
  verifyAudit: { allowed: READERS },
  tools: { allowed: TOOL_READERS },
  toolCategories: { allowed: TOOL_READERS },
  // Without the right there is no such tool: the answer is null, not a refusal.
  tool: { allowed: SIGNED_IN, args: () => ({ slug: 'roi-calculator' }) },
  editableTool: { allowed: SIGNED_IN, args: () => ({ slug: 'roi-calculator' }) },
  explainTool: { allowed: ADMINS, args: () => ({ slug: 'roi-calculator' }) },
  readToolSchema: { allowed: ADMINS, args: () => ({ fields: [] }) },
  executionKinds: { allowed: TOOL_READERS },
  secrets: { allowed: READERS },
  session: { allowed: TOOL_READERS, args: async (make) => ({ id: await make.Session() }) },
  verifySession: {
    allowed: READERS,
    unseen: ['approver', 'member', 'key'],
    args: async (make) => ({ id: await make.Session() }),
  },
  toolRun: { allowed: TOOL_READERS, args: async (make) => ({ id: await make.ToolRun() }) },
  toolRuns: { allowed: TOOL_READERS },
  toolUsage: { allowed: TOOL_READERS, args: () => ({ since: '2026-01-01T00:00:00Z' }) },
  // Each sees their own, and what they are to decide.
  approvals: { allowed: IN_TENANT },
  approval: { allowed: IN_TENANT, args: async (make) => ({ id: await make.Approval() }) },
  verifyReceipt: {
    allowed: [...READERS, 'approver'],
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ approvalId: await make.decided() }),
  },
  receiptPublicKey: { allowed: IN_TENANT },
  myInbox: { allowed: IN_TENANT },
  approvalRules: { allowed: [...READERS, 'approver'] },
  approvalWebhook: { allowed: ADMINS },
  rehearseApprovalRule: {
    allowed: ADMINS,
    args: () => ({ rule: { name: 'x', verdict: 'ask' }, since: '2026-01-01T00:00:00Z' }),
  },
  demoPeople: { allowed: ADMINS },
  tenants: { allowed: OPERATOR },
  operatorStatus: { allowed: OPERATOR },
};

const MUTATIONS: Record<string, Row> = {
  createApiKey: { allowed: ADMINS, args: () => ({ name: 'New', role: 'viewer' }) },
  revokeApiKey: { allowed: ADMINS, args: async (make) => ({ id: await make.ApiKey() }) },
  inviteMember: { allowed: ADMINS, args: (make) => ({ email: `${make.newWord()}@new.test`, role: 'viewer' }) },
  revokeInvitation: { allowed: ADMINS, args: async (make) => ({ id: await make.Invitation() }) },
  updateMember: { allowed: ADMINS, args: async (make) => ({ id: await make.Membership(), role: 'viewer' }) },
  removeMember: { allowed: ADMINS, args: async (make) => ({ id: await make.Membership() }) },
  createRole: { allowed: ADMINS, args: (make) => ({ slug: make.newWord(), name: 'New', permissions: ['web.use'] }) },
  updateRole: { allowed: ADMINS, args: async (make) => ({ id: await make.Role(), permissions: ['web.use'] }) },
  deleteRole: { allowed: ADMINS, args: async (make) => ({ id: await make.Role() }) },
  updateTenant: { allowed: ADMINS, args: () => ({ name: 'Renamed' }) },
  createWorkspace: { allowed: ADMINS, args: (make) => ({ slug: make.newWord(), name: 'New' }) },
  updateWorkspace: { allowed: ADMINS, args: async (make) => ({ id: await make.Workspace(), name: 'Renamed' }) },
  deleteWorkspace: { allowed: ADMINS, args: async (make) => ({ id: await make.Workspace() }) },
  createTool: { allowed: ADMINS, args: (make) => make.toolDraft() },
  updateTool: { allowed: ADMINS, args: async (make) => ({ slug: await make.ownTool(), version: 1, name: 'Renamed' }) },
  deleteTool: { allowed: ADMINS, args: async (make) => ({ slug: await make.ownTool() }) },
  restoreToolVersion: { allowed: ADMINS, args: async (make) => ({ slug: await make.ownTool(), version: 1 }) },
  upsertToolOverride: { allowed: ADMINS, args: () => ({ slug: 'roi-calculator', name: 'Renamed' }) },
  resetToolOverride: { allowed: ADMINS, args: async (make) => ({ slug: await make.override() }) },
  upsertGlobalToolOverride: { allowed: OPERATOR, args: () => ({ slug: 'roi-calculator', icon: 'star' }) },
  resetGlobalToolOverride: {
    allowed: OPERATOR,
    args: async (make) => ({ slug: await make.globalOverride() }),
  },
  pruneToolCatalog: { allowed: OPERATOR, args: () => ({}) },
  rewrapDataKeys: { allowed: OPERATOR, args: () => ({}) },
  // Favourites are kept, not governed: the log has no entry of them. Keys and the operator are no persons.
  setToolFavourite: {
    allowed: ['system_admin', 'admin', 'viewer', 'approver', 'member'],
    args: () => ({ slug: 'roi-calculator', favourite: true }),
    acts: 0,
  },
  revealWebhookSigningKey: { allowed: ADMINS, args: () => ({ reason: 'A receiver.' }) },
  // Calls are noted a moment later, out of their own log.
  executeTool: {
    allowed: [...ADMINS, 'approver', 'member', 'key'],
    unseen: ['feedback_reviewer'],
    args: () => ({
      slug: 'roi-calculator',
      input: { initialInvestment: 1, annualBenefit: 1, years: 1, discountRate: 1 },
    }),
    acts: 0,
  },
  cancelToolRun: {
    allowed: ADMINS,
    unseen: ['approver', 'member', 'key'],
    args: async (make) => ({ id: await make.ToolRun() }),
    acts: 0,
  },
  decideApproval: {
    allowed: DECIDERS,
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ id: await make.Approval(), decision: 'DENY' }),
  },
  // Each decision is answered by itself; nobody is refused as a whole.
  decideApprovals: {
    allowed: CALLERS.filter((caller) => !['anonymous', 'operator', 'withoutTenant'].includes(caller)),
    args: () => ({ ids: [], decision: 'DENY' }),
    acts: 0,
  },
  askRequester: {
    allowed: DECIDERS,
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ id: await make.Approval(), text: 'Why?' }),
    acts: 0,
  },
  answerApprover: {
    allowed: ['system_admin'],
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ id: await make.ownApproval(), text: 'Because.' }),
    acts: 0,
    notAudited: true,
  },
  reassignApproval: {
    allowed: DECIDERS,
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ id: await make.Approval(), userId: await make.User() }),
  },
  snoozeApproval: {
    allowed: DECIDERS,
    unseen: ['member', 'feedback_reviewer', 'key'],
    args: async (make) => ({ id: await make.Approval(), until: new Date(Date.now() + 3_600_000).toISOString() }),
    acts: 0,
  },
  createApprovalRule: {
    allowed: ADMINS,
    args: () => ({ rule: { name: 'New', verdict: 'ask', match: { categories: ['nothing'] } } }),
  },
  updateApprovalRule: {
    allowed: ADMINS,
    args: async (make) => ({ id: await make.ApprovalRule(), revision: 1, rule: { name: 'Renamed' } }),
  },
  deleteApprovalRule: { allowed: ADMINS, args: async (make) => ({ id: await make.ApprovalRule() }) },
  orderApprovalRules: { allowed: ADMINS, args: async (make) => ({ ids: [await make.onlyRule()] }) },
  setApprovalWebhook: { allowed: ADMINS, args: () => ({ url: null }) },
  // Nothing is set, so nothing is sent.
  testApprovalWebhook: { allowed: ADMINS, args: () => ({}) },
  grantAlwaysAllow: {
    allowed: ADMINS,
    args: async (make) => ({
      approvalId: await make.Approval(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  },
  visitDemoPerson: { allowed: ADMINS, args: async (make) => ({ email: await make.demoPerson() }) },
  setSecret: { allowed: ADMINS, args: (make) => ({ key: make.newWord(), value: 'x', hosts: ['api.example.com'] }) },
  deleteSecret: { allowed: ADMINS, args: async (make) => ({ key: (await make.setSecret()).key }) },
  createTenant: { allowed: OPERATOR, args: (make) => ({ slug: make.newWord(), name: 'New' }) },
  bootstrap: {
    allowed: OPERATOR,
    args: (make) => ({ email: `${make.newWord()}@new.test`, tenantSlug: make.newWord() }),
    acts: 3, // the tenant, its owner, their link
  },
  createSignInLink: { allowed: OPERATOR, args: () => ({ email: people.withoutTenant }) },
  updateProfile: { allowed: PEOPLE, args: () => ({ name: 'Renamed' }), acts: 0, notAudited: true },
  acceptInvitation: {
    // The link is the right. Those who are signed in as somebody else than the invited are told so.
    allowed: ['anonymous', 'withoutTenant', 'key', 'operator', 'operatorInTenant'],
    args: async (make, caller) => {
      const { token } = await make.invite(caller === 'withoutTenant' ? people.withoutTenant : undefined);
      return { token, name: 'New Person', password: 'a long enough passphrase' };
    },
    notAudited: true,
  },
};

const SUBSCRIPTIONS: Record<string, Row> = {
  settingsChanged: { allowed: SIGNED_IN.filter((caller) => caller !== 'operator' && caller !== 'withoutTenant') },
  toolsChanged: { allowed: TOOL_READERS },
  sessionEvents: {
    allowed: READERS,
    unseen: ['approver', 'member', 'key'],
    args: async (make) => ({ sessionId: await make.Session() }),
  },
  toolRunChanged: {
    allowed: READERS,
    unseen: ['approver', 'member', 'key'],
    args: async (make) => ({ id: await make.ToolRun() }),
  },
  toolRunDeltas: {
    allowed: READERS,
    unseen: ['approver', 'member', 'key'],
    args: async (make) => ({ id: await make.ToolRun() }),
  },
  toolEvents: { allowed: TOOL_READERS },
  approvalsChanged: { allowed: [...READERS, 'approver'] },
  approvalRulesChanged: { allowed: [...READERS, 'approver'] },
  myInboxChanged: { allowed: IN_TENANT },
};

const people = { withoutTenant: 'nobody@nowhere.test' };
let app: TestApp;
let story: Story;
let make: Maker;
const clients = {} as Record<Caller, Client>;

beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
  make = createMaker(app, story);
  for (const role of ROLES) clients[role] = await story.as(role);
  const person = await app.people.createPerson({ email: people.withoutTenant, name: 'Nobody' });
  clients.key = await story.key({ role: 'member' });
  clients.operator = story.operator;
  clients.operatorInTenant = clientFor(app, operatorIn(story.tenant));
  clients.anonymous = clientFor(app);
  clients.withoutTenant = clientFor(app, {
    kind: 'user',
    userId: person.id,
    email: person.email,
    name: person.name,
    authSessionId: 'none',
    expiresAt: new Date(Date.now() + 3_600_000),
  });
});
afterAll(() => app.close());

const codeOf = (answer: Answer): string | undefined => answer.errors?.[0]?.extensions.code;

async function ask(
  operation: Operation,
  name: string,
  caller: Caller,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const root = rootFieldsOf(schema).find((each) => each.operation === operation && each.field.name === name)!;
  const document = documentFor(root, Object.keys(args));
  const client = clients[caller];
  if (operation !== 'subscription') return codeOf(await client.run(document, args));
  const stream = await client.follow(document, args);
  if (stream.refused) return codeOf(stream.refused);
  await stream.end();
  return undefined;
}

const refusalOf = (caller: Caller) => (caller === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN');

/** Refusals are written down while the answer is on its way. */
async function denialsOf(caller: Caller, action: string): Promise<number> {
  const actorLabel = caller === 'key' ? 'key Key of a test' : caller.startsWith('operator') ? 'operator' : undefined;
  const { viewer } = clients[caller];
  return app.database.system.auditEntry.count({
    where: {
      tenantId: story.tenant.id,
      decision: 'DENIED',
      action,
      actorLabel: actorLabel ?? (viewer.kind === 'user' ? viewer.email : undefined),
    },
  });
}

const readEverything = async () => ({
  rows: await readTenantRowsBesideAudit(app, story.tenant.id),
  tenants: await app.database.system.tenant.count(),
  people: await app.database.system.user.count(),
});

/** Acts in any tenant: those of the operator are noted where they happen. */
const countActs = () => app.database.system.auditEntry.count({ where: { decision: 'ALLOWED' } });

const hasTenant = (caller: Caller) => !['anonymous', 'operator', 'withoutTenant'].includes(caller);

it('has a row for every root field of the schema', () => {
  expect(Object.keys(QUERIES).sort()).toEqual(Object.keys(schema.getQueryType()!.getFields()).sort());
  expect(Object.keys(MUTATIONS).sort()).toEqual(Object.keys(schema.getMutationType()!.getFields()).sort());
  expect(Object.keys(SUBSCRIPTIONS).sort()).toEqual(Object.keys(schema.getSubscriptionType()!.getFields()).sort());
});

describe.each(['query', 'subscription'] as const)('%s', (operation) => {
  const rows = Object.entries(operation === 'query' ? QUERIES : SUBSCRIPTIONS);
  it.each(rows)('%s answers those who may ask, and nobody else', async (name, { allowed, unseen = [], args }) => {
    const outcome: Record<string, string | undefined> = {};
    for (const caller of CALLERS)
      outcome[caller] = await ask(operation, name, caller, (await args?.(make, caller)) ?? {});
    const refusal = (caller: Caller) => (unseen.includes(caller) ? 'NOT_FOUND' : refusalOf(caller));
    const expected = CALLERS.map((caller) => [caller, allowed.includes(caller) ? undefined : refusal(caller)]);
    expect(outcome).toEqual(Object.fromEntries(expected));
  });
});

describe('mutation', () => {
  const rows = Object.entries(MUTATIONS);
  it.each(rows)('%s serves those who may, and refuses the rest without a trace but the note', async (name, row) => {
    const { allowed, unseen = [], args, notAudited } = row;
    const refused = CALLERS.filter((caller) => !allowed.includes(caller));
    const inputs = new Map<Caller, unknown>();
    for (const caller of refused) inputs.set(caller, await args?.(make, caller));
    const before = await readEverything();
    for (const caller of refused) {
      const code = await ask('mutation', name, caller, { input: inputs.get(caller) });
      expect([caller, code]).toEqual([caller, unseen.includes(caller) ? 'NOT_FOUND' : refusalOf(caller)]);
    }
    expect(await readEverything()).toEqual(before);
    for (const caller of refused.filter((each) => hasTenant(each) && !notAudited && !unseen.includes(each))) {
      await expect.poll(() => denialsOf(caller, name), { timeout: 5_000, interval: 10 }).toBe(1);
    }
    for (const caller of allowed) {
      const input = await args?.(make, caller);
      const noted = await countActs();
      expect([caller, await ask('mutation', name, caller, { input })]).toEqual([caller, undefined]);
      expect([caller, (await countActs()) - noted]).toEqual([caller, row.acts ?? 1]);
    }
  });

  it('refused for what they would grant are noted too', async () => {
    const query = 'mutation { createApiKey(input: { name: "Too much", role: "system_admin" }) { secret } }';
    const noted = await denialsOf('admin', 'createApiKey');
    expect(await clients.admin.code(query)).toBe('FORBIDDEN');
    await expect.poll(() => denialsOf('admin', 'createApiKey'), { timeout: 5_000 }).toBe(noted + 1);
  });

  it('refused for want of a right say which one, in the answer and in the log', async () => {
    const { errors } = await clients.viewer.run('mutation { updateTenant(input: { name: "Mine" }) { tenant { id } } }');
    expect(errors?.[0]?.message).toContain('settings.tenant.update');
    const where = { action: 'updateTenant', decision: 'DENIED' } as const;
    const noted = async () => (await app.database.system.auditEntry.findFirst({ where }))?.permission;
    await expect.poll(noted, { timeout: 5_000 }).toBe('settings.tenant.update');
  });

  it.each([
    ['written out', 'mutation { executeTool(input: { slug: "roi-calculator", input: { a: 1 } }) { run { id } } }', {}],
    [
      'in a variable',
      'mutation($input: ExecuteToolInput!) { executeTool(input: $input) { run { id } } }',
      { input: { slug: 'roi-calculator', input: { a: 1 } } },
    ],
  ])('refused say in the log what they were about, %s', async (_how, query, variables) => {
    const where = { action: 'executeTool', decision: 'DENIED' } as const;
    const noted = await app.database.system.auditEntry.count({ where });
    expect(await clients.viewer.code(query, variables)).toBe('FORBIDDEN');
    await expect.poll(() => app.database.system.auditEntry.count({ where }), { timeout: 5_000 }).toBe(noted + 1);
    const last = await app.database.system.auditEntry.findFirst({ where, orderBy: { seq: 'desc' } });
    expect(last?.details).toEqual({ slug: 'roi-calculator' });
  });
});

it('those who named no tenant are told to', async () => {
  const { errors } = await clients.withoutTenant.run('{ members { totalCount } }');
  expect(errors?.[0]?.message).toContain('x-toolcrib-tenant');
});

it('no refusal is an error of ours', () => {
  const failures = app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error' || level >= 50);
  expect(failures).toEqual([]);
});

describe('roles hold what the contract says', () => {
  const MEMBER = ['tools.tenant.read', 'tools.tenant.execute', 'files.tenant.read', 'files.tenant.create'];
  const sorted = (permissions: readonly string[]) => [...permissions].sort();

  it.each([
    ['system_admin', ALL_PERMISSIONS],
    ['admin', ALL_PERMISSIONS.filter((permission) => permission !== 'owners.system.grant')],
    ['approver', [...MEMBER, 'approvals.team.read', 'approvals.team.decide']],
    ['member', MEMBER],
    ['viewer', ALL_PERMISSIONS.filter((permission) => permission.endsWith('.read'))],
    ['feedback_reviewer', ['entities.team.read', 'entities.team.update', 'agents.team.update']],
  ] as const)('%s', async (slug, permissions) => {
    expect(sorted(BUILT_IN_ROLES[slug].permissions)).toEqual(sorted(permissions));
    const { roles } = await clients.system_admin.get('{ roles { slug builtIn permissions } }');
    const role = roles.find((each: { slug: string }) => each.slug === slug);
    expect({ ...role, permissions: sorted(role.permissions) }).toEqual({
      slug,
      builtIn: true,
      permissions: sorted(permissions),
    });
  });

  it('and there are no others', () => {
    expect(Object.keys(BUILT_IN_ROLES).sort()).toEqual([...ROLES].sort());
  });

  it('and the vocabulary has the words that others rely on', () => {
    const verbs = (resource: string) =>
      ['read', 'create', 'update', 'delete'].map((verb) => `${resource}.tenant.${verb}`);
    const promised = ['approvals.team.rules', 'audit.tenant.read', ...['keys', 'members', 'secrets'].flatMap(verbs)];
    expect(ALL_PERMISSIONS).toEqual(expect.arrayContaining(promised));
  });
});
