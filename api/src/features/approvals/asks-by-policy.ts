import { requiresApproval } from '#toolkit/define-tool.ts';
import type { GatedCall } from '#toolkit/run-engine.ts';
import type { CallFacts } from './match-rule.ts';

/** Whether no person makes a call itself: an agent does, a key that acts for one, or whoever comes over MCP. */
export function isMachineCall({ callerKind, subSource }: Pick<CallFacts, 'callerKind' | 'subSource'>): boolean {
  return callerKind === 'agent' || subSource === 'mcp';
}

/** A tool may ask for some of its calls only; what a tenant added holds for all of them. */
export function asksByPolicy({ tool, input }: Pick<GatedCall, 'tool' | 'input'>): boolean {
  const { definition, overridden } = tool;
  const isAdded = definition?.permissionPolicy !== 'always_ask' || overridden.includes('permissionPolicy');
  if (isAdded && tool.permissionPolicy === 'always_ask') return true;
  return definition !== null && requiresApproval(definition, input);
}
