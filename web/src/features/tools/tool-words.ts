import type { ExecutionType, PermissionPolicy, ToolKind, ToolOrigin } from '#gql/graphql.ts';

export const originLabels: Record<ToolOrigin, string> = {
  SYSTEM: 'Built in',
  CUSTOM: 'Product',
  TENANT: 'Own',
  BUNDLE: 'Bundle',
};

export const kindLabels: Record<ToolKind, string> = {
  SYSTEM_OVERRIDE: 'Changed here',
  TENANT_CUSTOM: 'Made here',
};

export const policyLabels: Record<PermissionPolicy, string> = {
  ALWAYS_ASK: 'Asks first: a call by a machine waits for approval',
  AUTO: 'Runs at once for everybody who may use it',
};

export const executionLabels: Record<ExecutionType, string> = {
  EXTERNAL: 'At another service',
  GATEWAY: 'On this server',
  INTERNAL: 'On this server, unseen in spaces',
  SPACE: 'With a person or a client, in a space',
};

/** What keeps a tool back, where no other badge says it already. */
const gateBadges = new Map([
  ['tenant_allowlist', 'Other tenants'],
  ['no_runner', 'Cannot run yet'],
  ['permission', 'Needs a right'],
]);
const saidByOthers = new Set(['tenant_disabled', 'missing_secret']);

export function gateBadge(gate: string): string | undefined {
  return saidByOthers.has(gate) ? undefined : (gateBadges.get(gate) ?? 'Not for you now');
}
