import { isSchemaObject, type JsonSchema, walkSchema } from '#toolkit/json-schema.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { describeForModel } from './describe-for-model.ts';
import { inputFor } from './input-for.ts';
import { type McpAnnotations, toMcpAnnotations } from './mcp-annotations.ts';
import { outsideName } from './tool-slug.ts';

/** One entry of `tools/list`. */
export type McpListing = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations: McpAnnotations;
};

const PENDING_APPROVAL: JsonSchema = {
  type: 'object',
  description: 'The call waits until a person has decided.',
  properties: {
    status: { const: 'pending_approval' },
    approvalId: { type: 'string' },
    runId: { type: 'string' },
    url: { type: 'string', description: 'Where a person decides.' },
  },
  required: ['status', 'approvalId', 'runId', 'url'],
};

/** By its own policy. A composition waits as soon as one of its steps does. */
function waitsByItself({ permissionPolicy, definition, executionSpec }: ResolvedTool): boolean {
  return permissionPolicy === 'always_ask' || Boolean(definition?.policyFor) || executionSpec?.kind === 'composition';
}

/** A schema that moves below another takes its definitions to the new root, where references look for them. */
function nest(schema: JsonSchema): { inner: JsonSchema; shared: JsonSchema } {
  const { $schema: _version, $defs, definitions, ...inner } = structuredClone(schema);
  const shared = { ...($defs ? { $defs } : {}), ...(definitions ? { definitions } : {}) } as JsonSchema;
  let refersToItself = false;
  walkSchema({ ...inner, ...shared }, (node) => {
    if (node.$ref !== '#') return;
    node.$ref = '#/$defs/wholeOutput';
    refersToItself = true;
  });
  if (!refersToItself) return { inner, shared };
  const moved = { ...($defs as object), wholeOutput: inner };
  return { inner: { $ref: '#/$defs/wholeOutput' }, shared: { ...shared, $defs: moved } };
}

/** Whether every answer that fits is an object. */
export function isObjectSchema(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const choices = schema.anyOf ?? schema.oneOf;
  return schema.type === 'object' || (Array.isArray(choices) && choices.length > 0 && choices.every(isObjectSchema));
}

/** Structured content is an object to MCP: any other answer travels as its `result`. */
function toObjectSchema(output: JsonSchema): JsonSchema {
  if (isObjectSchema(output)) return { type: 'object', ...output };
  const { inner, shared } = nest(output);
  return { type: 'object', properties: { result: inner }, required: ['result'], ...shared };
}

function orPending(output: JsonSchema): JsonSchema {
  const { inner, shared } = nest(output);
  return { type: 'object', anyOf: [inner, PENDING_APPROVAL], ...shared };
}

/** A tool as the client that asks is told of it. `canWait` is for callers who know that a rule of the tenant may stop it. */
export function toMcpListing(
  tool: ResolvedTool,
  asked: AvailabilityContext,
  canWait = waitsByItself(tool),
): McpListing {
  const output = tool.outputSchema && toObjectSchema(tool.outputSchema);
  return {
    name: outsideName(tool.slug),
    title: tool.name,
    description: describeForModel(tool),
    inputSchema: inputFor(tool, asked).inputSchema,
    ...(output ? { outputSchema: canWait ? orPending(output) : output } : {}),
    annotations: toMcpAnnotations(tool),
  };
}
