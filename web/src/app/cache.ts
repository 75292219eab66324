import { type Cache, cacheExchange, type KeyingConfig, type UpdateResolver } from '@urql/exchange-graphcache';
import type { SettingsChangeKind, ToolFilter } from '#gql/graphql.ts';

/** Part of the object that holds it, never an entity of its own. */
const embedded = () => null;

/** Every type of the schema without an `id`; a test compares this list with the schema. */
export const keys: KeyingConfig = {
  ApiKeyConnection: embedded,
  ApiKeyEdge: embedded,
  // News and results carry the id of an approval, and are none.
  ApprovalChange: embedded,
  ApprovalConnection: embedded,
  ApprovalEdge: embedded,
  ApprovalEdit: embedded,
  ApprovalRuleChange: embedded,
  ApprovalVote: embedded,
  ApprovalWebhook: embedded,
  AuditEntryConnection: embedded,
  AuditEntryEdge: embedded,
  AuditVerification: embedded,
  DecideApprovalResult: embedded,
  DemoPerson: embedded,
  DenyOption: embedded,
  ExecutionKind: embedded,
  FieldDefinition: embedded,
  FieldError: embedded,
  FieldOption: embedded,
  EligibleDecider: embedded,
  InboxChange: embedded,
  InboxItemConnection: embedded,
  InboxItemEdge: embedded,
  InvitationConnection: embedded,
  InvitationEdge: embedded,
  InvitationPreview: embedded,
  MembershipConnection: embedded,
  MembershipEdge: embedded,
  PageInfo: embedded,
  PermissionInfo: (permission) => String(permission.name),
  ReceiptVerification: embedded,
  RehearsalTally: embedded,
  RehearsedCall: embedded,
  RuleRehearsal: embedded,
  // Streams bring events without end; as entities they would all stay.
  SessionEvent: embedded,
  SessionVerification: embedded,
  SettingsChange: embedded,
  SignInOptions: embedded,
  SingleSignOn: embedded,
  TenantConnection: embedded,
  TenantEdge: embedded,
  TenantMembership: embedded,
  TenantSummary: embedded,
  // The `base` of a tool has the id of the tool: ask for it without, or it takes the tool's place.
  Tool: ({ id }) => (id ? String(id) : null),
  ToolAvailability: embedded,
  ToolCategory: embedded,
  ToolConnection: embedded,
  ToolDifference: embedded,
  ToolEdge: embedded,
  ToolError: embedded,
  ToolExplanation: embedded,
  ToolGateVerdict: embedded,
  ToolInputExample: embedded,
  ToolOutputFilter: embedded,
  ToolOutputSection: embedded,
  ToolOutputTable: embedded,
  ToolRequiredSecret: embedded,
  ToolRunConnection: embedded,
  ToolRunDelta: embedded,
  ToolRunEdge: embedded,
  ToolSchemaProblem: embedded,
  ToolSchemaReading: embedded,
  ToolUsage: embedded,
  ToolUsageRow: embedded,
  ToolVersion: embedded,
  ToolsChange: embedded,
  Viewer: embedded,
};

const catalog = ['tools', 'toolCategories', 'tool', 'editableTool', 'explainTool', 'executionKinds'];

/** Which queries a change may touch. The audit log hears of every change. */
const touchedBy: Record<SettingsChangeKind, string[]> = {
  MEMBER: ['members', 'roles', 'apiKeys', 'viewer'],
  ROLE: ['roles', 'members', 'invitations', 'apiKeys', 'viewer'],
  API_KEY: ['apiKeys', 'members'],
  // A tool works once its secrets are set.
  SECRET: ['secrets', ...catalog],
  WORKSPACE: ['workspaces'],
  INVITATION: ['invitations'],
  TENANT: ['viewer', 'tenants'],
};

/** Lists keep their pages by their arguments; forgetting all of them makes those on screen load again. */
function forget(cache: Cache, names: string[]) {
  const stale = new Set([...names, 'auditEntries', 'verifyAudit']);
  for (const field of cache.inspectFields('Query')) {
    if (stale.has(field.fieldName)) cache.invalidate('Query', field.fieldName, field.arguments);
  }
}

function changes(kind: SettingsChangeKind): UpdateResolver {
  return (_result, _args, cache) => forget(cache, touchedBy[kind]);
}

const settingsChanged: UpdateResolver<{
  settingsChanged: { kind: SettingsChangeKind };
}> = (result, _args, cache) => {
  forget(cache, touchedBy[result.settingsChanged.kind] ?? []);
};

const toolsChanged: UpdateResolver = (_result, _args, cache) => forget(cache, catalog);

/** Lists of runs and what is counted of them; each run on screen is told by itself. */
const runsChanged: UpdateResolver = (_result, _args, cache) => forget(cache, ['toolRuns', 'toolUsage']);
const waiting = ['myInbox', 'approvals'];

/** The answer shows the approval as it is; only lists have to be read again. */
const approvalDecided: UpdateResolver = (_result, _args, cache) => forget(cache, waiting);

const someApprovalsChanged: UpdateResolver = (_result, _args, cache) => forget(cache, [...waiting, 'approval']);

/** Also where a run shows it. */
const approvalsChanged: UpdateResolver<{ approvalsChanged: { id: string | null } }> = (result, args, cache, info) => {
  const { id } = result.approvalsChanged;
  if (id) cache.invalidate({ __typename: 'Approval', id });
  someApprovalsChanged(result, args, cache, info);
};

const favouriteLists = new Set(['tools', 'toolCategories']);

/** The tool in the answer shows its star everywhere; only lists of favourites have to be read again. */
const setToolFavourite: UpdateResolver<{ setToolFavourite: { tool: object | null } }> = (result, _args, cache) => {
  if (!result.setToolFavourite.tool) return forget(cache, catalog);
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    const filter = args?.filter as ToolFilter | null | undefined;
    if (favouriteLists.has(fieldName) && filter?.favourites) cache.invalidate('Query', fieldName, args);
  }
};

const rulesChanged: UpdateResolver = (_result, _args, cache) => forget(cache, ['approvalRules']);

const webhookChanged: UpdateResolver = (_result, _args, cache) => forget(cache, ['approvalWebhook']);

/** The answer has the rules in their new order: nothing has to be read again. */
const orderApprovalRules: UpdateResolver<{
  orderApprovalRules: { rules: { __typename: string; id: string }[] };
}> = (result, _args, cache) => {
  cache.link('Query', 'approvalRules', result.orderApprovalRules.rules);
  forget(cache, []);
};

export function createCache() {
  return cacheExchange({
    keys,
    updates: {
      Mutation: {
        createApiKey: changes('API_KEY'),
        revokeApiKey: changes('API_KEY'),
        inviteMember: changes('INVITATION'),
        revokeInvitation: changes('INVITATION'),
        updateMember: changes('MEMBER'),
        removeMember: changes('MEMBER'),
        createRole: changes('ROLE'),
        updateRole: changes('ROLE'),
        deleteRole: changes('ROLE'),
        setSecret: changes('SECRET'),
        deleteSecret: changes('SECRET'),
        createWorkspace: changes('WORKSPACE'),
        updateWorkspace: changes('WORKSPACE'),
        deleteWorkspace: changes('WORKSPACE'),
        updateTenant: changes('TENANT'),
        createTool: toolsChanged,
        updateTool: toolsChanged,
        deleteTool: toolsChanged,
        upsertToolOverride: toolsChanged,
        resetToolOverride: toolsChanged,
        restoreToolVersion: toolsChanged,
        setToolFavourite,
        executeTool: runsChanged,
        cancelToolRun: runsChanged,
        createApprovalRule: rulesChanged,
        updateApprovalRule: rulesChanged,
        deleteApprovalRule: rulesChanged,
        grantAlwaysAllow: rulesChanged,
        orderApprovalRules,
        setApprovalWebhook: webhookChanged,
        decideApproval: approvalDecided,
        decideApprovals: someApprovalsChanged,
        reassignApproval: approvalDecided,
        snoozeApproval: approvalDecided,
      },
      Subscription: {
        settingsChanged,
        toolsChanged,
        approvalsChanged,
        myInboxChanged: someApprovalsChanged,
        approvalRulesChanged: rulesChanged,
      },
    },
  });
}
