import { Prisma, type Tool } from '#generated/prisma/client.ts';
import { toCanonicalJson } from '#platform/canonical.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ExecutionSpec } from './execution-spec.ts';
import { toTenantTool } from './tool-row.ts';

/** What a tool takes, gives and does: this is what versions keep. */
export const DEFINITION_WORDS = [
  'fields',
  'inputSchema',
  'outputSchema',
  'executionSpec',
  'executionType',
  'visibility',
  'outputSections',
  'inputExamples',
  'display',
  'sensitiveFields',
] as const;

/** What a tool is called, and who may use it. */
export const IDENTITY_WORDS = [
  'name',
  'description',
  'category',
  'icon',
  'permissionPolicy',
  'requiredPermission',
  'enabled',
] as const;

export const CONTENT_WORDS = [...IDENTITY_WORDS, ...DEFINITION_WORDS, 'denyOptions'] as const;

type Word = (typeof CONTENT_WORDS)[number];

/** All that a tenant decides about a tool of its own. */
export type ToolContent = Omit<Pick<ResolvedTool, Word>, 'executionSpec'> & { executionSpec: ExecutionSpec };
export type ToolVersionContent = Pick<ToolContent, (typeof DEFINITION_WORDS)[number]>;

function pick<Value extends object, Name extends keyof Value>(value: Value, names: readonly Name[]): Pick<Value, Name> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<Value, Name>;
}

/** The content of a stored tool. Rows are checked when they are saved, so the spec has its shape. */
export function contentOf(row: Tool): ToolContent {
  return pick(toTenantTool(row), CONTENT_WORDS) as ToolContent;
}

export function definitionOf(content: ToolContent): ToolVersionContent {
  return pick(content, DEFINITION_WORDS);
}

const toJson = (value: unknown) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue));

export function toColumns(content: ToolContent) {
  const {
    fields,
    inputSchema,
    outputSchema,
    executionSpec,
    outputSections,
    inputExamples,
    display,
    denyOptions,
    sensitiveFields,
    ...plain
  } = content;
  return {
    ...plain,
    fields: toJson(fields),
    inputSchema: toJson(inputSchema),
    outputSchema: toJson(outputSchema),
    executionSpec: toJson(executionSpec),
    outputSections: toJson(outputSections),
    inputExamples: toJson(inputExamples),
    display: toJson(display),
    denyOptions: toJson(denyOptions),
    sensitiveFields: toJson(sensitiveFields),
  };
}

/** The names of what differs in meaning. */
export function changedWords<Value extends object>(
  before: Value,
  after: Value,
  words: readonly (keyof Value & string)[],
): string[] {
  return words.filter((word) => toCanonicalJson(before[word]) !== toCanonicalJson(after[word]));
}
