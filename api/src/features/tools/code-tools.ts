import { toFormFields } from '#toolkit/form-fields.ts';
import { toInputSchema, toOutputSchema } from '#toolkit/json-schema.ts';
import type { ResolvedTool, ToolOrigin } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { ToolUi } from '#toolkit/tool-ui.ts';

const ORIGINS = { system: 'SYSTEM', custom: 'CUSTOM', bundle: 'BUNDLE' } as const satisfies Record<string, ToolOrigin>;

/** A tool in code as the catalog shows it. Its schemas are derived once, when the process starts. */
export function toCodeTool(definition: ToolDefinition, ui?: ToolUi): ResolvedTool {
  const inputSchema = toInputSchema(definition.input);
  const { slug, name, description, category, icon, permissionPolicy, executionType, visibility, harness } = definition;
  const { outputSections, inputExamples, requiredSecrets, sensitiveFields, denyOptions, tenantSlugs } = definition;
  return {
    slug,
    name,
    description,
    category,
    icon,
    origin: ORIGINS[definition.origin],
    kind: null,
    enabled: definition.origin !== 'system',
    permissionPolicy,
    requiredPermission: definition.requiredPermission ?? null,
    executionType,
    visibility,
    inputSchema,
    outputSchema: toOutputSchema(definition.output),
    fields: toFormFields(inputSchema),
    executionSpec: null,
    outputSections,
    inputExamples,
    requiredSecrets,
    sensitiveFields,
    denyOptions,
    display: definition.display ?? null,
    formSpec: ui?.form ?? null,
    viewSpec: ui?.view ?? null,
    tenantSlugs,
    harness,
    version: 0,
    rowId: null,
    base: null,
    overridden: [],
    definition,
  };
}
