import type { Context } from '#access/context.ts';
import { requiresApproval } from '#toolkit/define-tool.ts';
import type { Gate } from '#toolkit/run-engine.ts';

const NOBODY_TO_ASK =
  'This tool waits for approval when a machine calls it, and nothing here can ask for one yet. Let a person run it.';

/** A person, or a program with a key of its own, may run what it has the right to; a machine must ask where a tool says so. */
export const defaultGate: Gate<Context> = ({ viewer }, { tool }) => {
  const isMachine = viewer.kind === 'agent' || (viewer.kind === 'apiKey' && viewer.actsForAgent);
  return isMachine && requiresApproval(tool) ? { verdict: 'deny', reason: NOBODY_TO_ASK } : { verdict: 'allow' };
};
