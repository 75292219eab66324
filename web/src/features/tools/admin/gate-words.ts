import type { Runtime } from '#gql/graphql.ts';

/** What each gate asks, for people. A gate of a newer server shows its own name. */
const gateLabels = new Map([
  ['tenant_allowlist', 'Made for this tenant'],
  ['tenant_disabled', 'Switched on in this tenant'],
  ['no_runner', 'Something here can run it'],
  ['harness_mismatch', 'Belongs to this situation'],
  ['not_enabled', 'Given to the agent'],
  ['memory_disabled', 'Memory is allowed'],
  ['knowledge_disabled', 'Knowledge is allowed'],
  ['missing_secret', 'Its secrets are set'],
  ['permission', 'The caller holds the right'],
  ['sandbox_disabled', 'The sandbox is allowed'],
  ['predicate', 'Its own condition holds'],
]);

export function gateLabel(gate: string): string {
  return gateLabels.get(gate) ?? gate.replaceAll('_', ' ');
}

export const runtimeLabels: Record<Runtime, string> = {
  WEB: 'A person in the app',
  API: 'A program with a key',
  MCP: 'An MCP client',
  CHAT: 'A chat with an agent',
  ROOM: 'A cycle of a room',
  SCHEDULE: 'A scheduled task',
  HEARTBEAT: 'An agent by itself',
  SUB_AGENT: 'An agent started by another',
  WEBHOOK: 'A call from outside',
};
