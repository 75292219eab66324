import type { Tool } from '#generated/prisma/client.ts';
import type { ToolEnv } from '#platform/tool-env.ts';
import { fieldsShape } from '#toolkit/field-definition.ts';
import { fieldsToJsonSchema } from '#toolkit/fields-to-json-schema.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';
import type { AnyExecutionSpec, ResolvedTool } from '#toolkit/resolved-tool.ts';
import type {
  DenyOption,
  ExecutionType,
  InputExample,
  OutputSection,
  PermissionPolicy,
  ToolVisibility,
} from '#toolkit/tool-definition.ts';
import { defaultVisibilityOf } from '#toolkit/tool-placement.ts';
import { displayIn, executionTypesOf, type SpecKind } from './execution-spec.ts';
import { secretsOf } from './execution-spec-references.ts';

/** The stored input schema is for those who look into the table: it has lost the order of the fields. */
export type ToolRow = Omit<Tool, 'inputSchema'>;

/** A tool that a tenant authored, as everybody else sees tools. Its row was checked when it was saved. */
export function toTenantTool(row: ToolRow, offered?: ToolEnv): ResolvedTool {
  const executionSpec = row.executionSpec as AnyExecutionSpec | null;
  const executionType =
    (row.executionType as ExecutionType | null) ??
    (executionSpec ? executionTypesOf(executionSpec.kind as SpecKind)[0] : 'internal');
  const fields = fieldsShape.parse(row.fields ?? []);
  let inputSchema: JsonSchema | undefined;
  return {
    slug: row.slug,
    name: row.name ?? row.slug,
    description: row.description ?? '',
    category: row.category ?? 'custom',
    icon: row.icon ?? 'wrench',
    origin: 'TENANT',
    kind: 'TENANT_CUSTOM',
    enabled: row.enabled ?? true,
    permissionPolicy: (row.permissionPolicy as PermissionPolicy | null) ?? 'auto',
    requiredPermission: row.requiredPermission,
    executionType,
    visibility: (row.visibility as ToolVisibility | null) ?? defaultVisibilityOf(executionType),
    // Worked out for who asks: a shelf has thousands of tools, and most callers look at a few.
    get inputSchema() {
      inputSchema ??= fieldsToJsonSchema(fields);
      return inputSchema;
    },
    outputSchema: row.outputSchema as JsonSchema | null,
    fields,
    executionSpec,
    outputSections: (row.outputSections as OutputSection[] | null) ?? [],
    inputExamples: (row.inputExamples as InputExample[] | null) ?? [],
    requiredSecrets: executionSpec
      ? secretsOf(executionSpec, offered).map((key) => ({ key, type: 'text' as const, label: key }))
      : [],
    sensitiveFields: (row.sensitiveFields as string[] | null) ?? [],
    denyOptions: (row.denyOptions as DenyOption[] | null) ?? [],
    display: displayIn(executionSpec) ?? (row.display as ResolvedTool['display']),
    formSpec: null,
    viewSpec: null,
    tenantSlugs: [],
    harness: false,
    version: row.revision,
    rowId: row.id,
    base: null,
    overridden: [],
    definition: null,
  };
}
