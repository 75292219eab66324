import { toInputSchema } from '#toolkit/json-schema.ts';
import { isMadeFor, type ResolvedTool, runnerKindOf } from '#toolkit/resolved-tool.ts';
import { findStrictProblems } from '#toolkit/strict-mode.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { isDeclared } from './tool-groups.ts';

/** Every gate a tool passes on its way to a caller, in this order. */
export const GATES = [
  'tenant_allowlist',
  'no_runner',
  'tenant_disabled',
  'harness_mismatch',
  'not_enabled',
  'memory_disabled',
  'knowledge_disabled',
  'missing_secret',
  'permission',
  'sandbox_disabled',
  'predicate',
] as const;

export type Gate = (typeof GATES)[number];

export const RUNTIMES = ['chat', 'heartbeat', 'schedule', 'room', 'webhook', 'sub_agent', 'mcp', 'api', 'web'] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** An agent as the gates see it. Without one, a person, a key or an MCP client asks. */
export type AgentProfile = {
  slug: string;
  /** Rows set by hand: true adds a tool, false takes it away, no row leaves it to groups and lists. */
  enablement: ReadonlyMap<string, boolean>;
  /** Slugs and group names that the agent declares. */
  declared: ReadonlySet<string>;
  userFacingTools: 'all' | 'declared';
  memoryEnabled: boolean;
  knowledgeEnabled: boolean;
  sandboxEnabled: boolean;
};

export type Evaluation = {
  tenantSlug: string | null;
  permissions: ReadonlySet<string> | null;
  runtime: Runtime;
  agent: AgentProfile | null;
  /** Categories of harness tools that the runtime brings itself. */
  includeHarness: ReadonlySet<string>;
  secretsSet: ReadonlySet<string>;
  runnableKinds: ReadonlySet<string>;
  availability: AvailabilityContext;
};

export type Exclusion = { slug: string; gate: Gate; reason: string };
export type Verdict = { gate: Gate; passed: boolean; reason: string };

type Check = (tool: ResolvedTool, evaluation: Evaluation) => string | null;

const SANDBOX_CATEGORIES = new Set(['sandbox', 'git']);

/** Whether a harness tool is decided by its category alone: then the checks for ordinary tools do not apply. */
const ordinary =
  (check: Check): Check =>
  (tool, evaluation) =>
    tool.harness ? null : check(tool, evaluation);

function declares(agent: AgentProfile, tool: ResolvedTool): boolean {
  if (isDeclared(agent.declared, tool)) return true;
  return agent.userFacingTools === 'all' && tool.origin !== 'SYSTEM';
}

function runsPredicate({ slug, definition }: ResolvedTool, { availability }: Evaluation): boolean {
  try {
    if (definition?.available?.(availability) === false) return false;
    // An input that depends on who asks has to be one that models can be given.
    const own = definition?.inputFor?.(availability);
    return own === undefined || findStrictProblems(slug, toInputSchema(own)).length === 0;
  } catch {
    return false; // a guard that fails says no
  }
}

/** Each gate answers why not, or nothing. */
const CHECKS: Record<Gate, Check> = {
  tenant_allowlist: (tool, { tenantSlug }) => {
    return isMadeFor(tool, tenantSlug) ? null : 'It is made for other tenants.';
  },
  tenant_disabled: (tool) => {
    if (tool.enabled) return null;
    const isOwnWord = tool.definition === null || tool.overridden.includes('enabled');
    if (!isOwnWord && tool.offForAll)
      return 'The operator switched it off for all tenants. This tenant can override that for itself.';
    if (!isOwnWord && tool.origin === 'SYSTEM') return 'Built-in tools are off until the tenant switches them on.';
    return 'It is switched off for this tenant.';
  },
  no_runner: (tool, { runnableKinds }) => {
    const kind = tool.executionSpec && runnerKindOf(tool.executionSpec);
    return kind === null || runnableKinds.has(kind) ? null : `Nothing here can run tools of the kind ${kind} yet.`;
  },
  harness_mismatch: (tool, { includeHarness, runtime }) => {
    if (!tool.harness || includeHarness.has(tool.category)) return null;
    return `It belongs to the runtime's own ${tool.category} tools, which ${runtime} does not bring.`;
  },
  not_enabled: ordinary((tool, { agent }) => {
    if (!agent) return null;
    const row = agent.enablement.get(tool.slug);
    if (row === false) return `It is switched off for the agent ${agent.slug}.`;
    return row === true || declares(agent, tool) ? null : `The agent ${agent.slug} does not declare it.`;
  }),
  memory_disabled: ordinary((tool, { agent }) =>
    agent && !agent.memoryEnabled && tool.category === 'memory' ? `Memory is off for the agent ${agent.slug}.` : null,
  ),
  knowledge_disabled: ordinary((tool, { agent }) =>
    agent && !agent.knowledgeEnabled && tool.category === 'knowledge'
      ? `Knowledge is off for the agent ${agent.slug}.`
      : null,
  ),
  missing_secret: ordinary((tool, { secretsSet }) => {
    const missing = missingSecrets(tool, secretsSet);
    return missing.length === 0 ? null : `These secrets are not set: ${missing.join(', ')}.`;
  }),
  permission: (tool, { permissions }) => {
    if (!tool.requiredPermission || permissions?.has(tool.requiredPermission)) return null;
    return `It needs the permission ${tool.requiredPermission}.`;
  },
  sandbox_disabled: ordinary((tool, { agent }) =>
    agent && !agent.sandboxEnabled && SANDBOX_CATEGORIES.has(tool.category)
      ? `The sandbox is off for the agent ${agent.slug}.`
      : null,
  ),
  predicate: (tool, evaluation) =>
    runsPredicate(tool, evaluation) ? null : 'It does not apply to the present request.',
};

export function missingSecrets(tool: ResolvedTool, secretsSet: ReadonlySet<string>): string[] {
  return tool.requiredSecrets
    .filter((secret) => !secret.optional && !secretsSet.has(secret.key))
    .map((secret) => secret.key);
}

function findExclusion(tool: ResolvedTool, evaluation: Evaluation): Exclusion | null {
  for (const gate of GATES) {
    const reason = CHECKS[gate](tool, evaluation);
    if (reason !== null) return { slug: tool.slug, gate, reason };
  }
  return null;
}

/** Which tools a caller has, and of each other one the gate that kept it back. The only answer to that question. */
export function evaluateTools(
  tools: readonly ResolvedTool[],
  evaluation: Evaluation,
): { included: ResolvedTool[]; excluded: Exclusion[] } {
  const included: ResolvedTool[] = [];
  const excluded: Exclusion[] = [];
  for (const tool of tools) {
    const exclusion = findExclusion(tool, evaluation);
    if (exclusion) excluded.push(exclusion);
    else included.push(tool);
  }
  return { included, excluded };
}

/** Every gate with its verdict, for whoever asks why. */
export function explainTool(tool: ResolvedTool, evaluation: Evaluation): Verdict[] {
  return GATES.map((gate) => {
    const reason = CHECKS[gate](tool, evaluation);
    return { gate, passed: reason === null, reason: reason ?? 'Passed.' };
  });
}
