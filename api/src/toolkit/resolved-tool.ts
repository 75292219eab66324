import type { FieldDefinition } from './field-definition.ts';
import type { JsonSchema } from './json-schema.ts';
import type {
  DenyOption,
  ExecutionType,
  InputExample,
  OutputSection,
  PermissionPolicy,
  RequiredSecret,
  ToolDefinition,
  ToolVisibility,
} from './tool-definition.ts';
import type { FormSpec, ViewSpec } from './tool-ui.ts';

/** How a tool that is not code does its work; what each kind holds is known to its runner. */
export type AnyExecutionSpec = { kind: string } & Record<string, unknown>;

/** By what a runner is found: the kind, and for prompts the mode too. */
export const runnerKindOf = ({ kind, mode }: AnyExecutionSpec): string => (kind === 'prompt' ? `prompt.${mode}` : kind);

export type ToolOrigin = 'SYSTEM' | 'CUSTOM' | 'BUNDLE' | 'TENANT';
export type ToolKind = 'SYSTEM_OVERRIDE' | 'TENANT_CUSTOM';

/** A tool as a tenant has it, wherever it is stored. Consumers never need to know where that is. */
export type ResolvedTool = {
  slug: string;
  name: string;
  description: string;
  category: string;
  icon: string;
  origin: ToolOrigin;
  kind: ToolKind | null;
  /** Whether the tenant has it switched on, all rows considered. */
  enabled: boolean;
  /** Whether the operator switched it off for all tenants; each may switch it on for itself. */
  offForAll?: boolean;
  permissionPolicy: PermissionPolicy;
  requiredPermission: string | null;
  executionType: ExecutionType;
  visibility: ToolVisibility;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  fields: FieldDefinition[];
  executionSpec: AnyExecutionSpec | null;
  outputSections: readonly OutputSection[];
  inputExamples: readonly InputExample[];
  requiredSecrets: readonly RequiredSecret[];
  sensitiveFields: readonly string[];
  /** What approvers can choose when they refuse a call. */
  denyOptions: readonly DenyOption[];
  display: { customUI: string } | null;
  /** How its form and its result are laid out; without them both follow from the schemas. */
  formSpec: FormSpec | null;
  viewSpec: ViewSpec | null;
  tenantSlugs: readonly string[];
  harness: boolean;
  /** Row revision: 0 for a code tool without a row of the tenant. */
  version: number;
  rowId: string | null;
  /** What it would be without the tenant's own row; null where there is none to take away. */
  base: ResolvedTool | null;
  /** Names of what the tenant's row decides. */
  overridden: readonly string[];
  /** The code behind it; none for a tool that the tenant authored. */
  definition: ToolDefinition | null;
};

/** Whether a tenant can have it at all; what is made for others does not exist there. */
export const isMadeFor = ({ tenantSlugs }: Pick<ResolvedTool, 'tenantSlugs'>, tenantSlug: string | null): boolean =>
  tenantSlugs.length === 0 || (tenantSlug !== null && tenantSlugs.includes(tenantSlug));
