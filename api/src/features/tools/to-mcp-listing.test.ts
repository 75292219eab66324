import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyExecutionSpec, ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { makeToolRow } from '../../../test/tool-row.ts';
import { toMcpListing as toListing } from './to-mcp-listing.ts';
import { toTenantTool } from './tool-row.ts';

const authored = (executionSpec: AnyExecutionSpec, more: Partial<ResolvedTool> = {}): ResolvedTool => ({
  ...toTenantTool(makeToolRow('own', 'TENANT_CUSTOM', { executionSpec: executionSpec as object })),
  ...more,
});
const asked = { tenantSlug: 'demo', spaceId: null, permissions: new Set<string>(), source: 'api' } as const;
const toMcpListing = (tool: ResolvedTool, canWait?: boolean) => toListing(tool, asked, canWait);
const fixed = { kind: 'static', output: 1 };
const pending = { status: 'pending_approval', approvalId: 'a', runId: 'r', url: 'https://crib.test/inbox/a' };
const accepts = (schema: unknown, value: unknown) =>
  z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;

describe('an entry of tools/list', () => {
  it('has the name that clients can call, the title for people, and both schemas', () => {
    const tool = makeCodeTool('acme:weather', { name: 'Weather' });
    expect(toMcpListing(tool)).toEqual({
      name: 'acme_weather',
      title: 'Weather',
      description: 'A tool in code.',
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      annotations: {},
    });
  });

  it('tells the examples with the description', () => {
    const inputExamples = [{ label: 'A short question', input: { query: 'Why?' } }];
    const { description } = toMcpListing(makeCodeTool('a', { inputExamples }));
    expect(description).toBe('A tool in code.\n\nExamples of input:\n- A short question: {"query":"Why?"}');
  });

  it('asks for what the tool takes from this very caller', () => {
    const inputFor: ToolDefinition['inputFor'] = ({ tenantSlug }) => z.object({ [tenantSlug]: z.string() });
    const { inputSchema } = toMcpListing(makeCodeTool('a', { inputFor }));
    expect(inputSchema).toMatchObject({ type: 'object', required: ['demo'] });
  });

  it('promises nothing about an answer that nobody described', () => {
    expect(toMcpListing(authored(fixed, { permissionPolicy: 'always_ask' }))).not.toHaveProperty('outputSchema');
  });
});

describe('the output of a tool that can wait', () => {
  const closed = { type: 'object', properties: {}, additionalProperties: false };
  const composition = authored({ kind: 'composition', steps: [] }, { outputSchema: closed });
  it.each<[string, ResolvedTool, boolean | undefined, boolean]>([
    ['always asks', makeCodeTool('a', { permissionPolicy: 'always_ask' }), undefined, true],
    ['asks for some calls', makeCodeTool('a', { policyFor: () => 'auto' }), undefined, true],
    ['has steps that may ask', composition, undefined, true],
    ['never asks', makeCodeTool('a'), undefined, false],
    ['is stopped by a rule of the tenant', makeCodeTool('a'), true, true],
  ])('and %s', (_case, tool, canWait, waits) => {
    expect(accepts(toMcpListing(tool, canWait).outputSchema, pending)).toBe(waits);
    expect(toMcpListing(tool, canWait).outputSchema).toHaveProperty('type', 'object');
    expect('anyOf' in toMcpListing(tool, canWait).outputSchema!).toBe(waits);
  });

  it('is either the answer or where to wait for it, and nothing else', () => {
    const { outputSchema } = toMcpListing(makeCodeTool('a', { permissionPolicy: 'always_ask' }));
    expect(accepts(outputSchema, { answer: 'Because.' })).toBe(true);
    expect(accepts(outputSchema, pending)).toBe(true);
    expect(accepts(outputSchema, { status: 'pending_approval' })).toBe(false);
    expect(accepts(outputSchema, { ...pending, status: 'done' })).toBe(false);
  });

  const always = (outputSchema: object) =>
    toMcpListing(authored(fixed, { permissionPolicy: 'always_ask', outputSchema: outputSchema as never }))
      .outputSchema!;

  it('keeps what its parts refer to where references look for it', () => {
    const city = { type: 'string', minLength: 2 };
    const schema = always({
      type: 'object',
      properties: { city: { $ref: '#/$defs/city' } },
      required: ['city'],
      $defs: { city },
    });
    expect(schema.$defs).toEqual({ city });
    expect(accepts(schema, { city: 'Ulm' })).toBe(true);
    expect(accepts(schema, { city: 'U' })).toBe(false);
    expect(accepts(schema, pending)).toBe(true);
  });

  it('still contains itself when it did before', () => {
    const given = {
      type: 'object',
      properties: { child: { $ref: '#' }, size: { type: 'number' } },
      required: ['size'],
    };
    const schema = always(given);
    expect(accepts(schema, { size: 1, child: { size: 2 } })).toBe(true);
    expect(accepts(schema, { size: 1, child: pending })).toBe(false);
    expect(given.properties.child).toEqual({ $ref: '#' });
  });
});

describe('an answer that is no object', () => {
  const outputOf = (output: z.ZodType, more: Partial<ToolDefinition> = {}) =>
    toMcpListing(makeCodeTool('a', { output, execute: () => null, ...more })).outputSchema!;

  it.each<[string, z.ZodType, unknown]>([
    ['a list', z.array(z.string()), ['a']],
    ['a text', z.string(), 'a'],
    ['an object or nothing', z.object({ a: z.string() }).nullable(), null],
  ])('travels as a result: %s', (_case, output, value) => {
    const schema = outputOf(output);
    expect(schema.type).toBe('object');
    expect(accepts(schema, { result: value })).toBe(true);
    expect(accepts(schema, {})).toBe(false);
    expect(accepts(outputOf(output, { permissionPolicy: 'always_ask' }), pending)).toBe(true);
  });

  it('is not what one of several objects is', () => {
    const schema = outputOf(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]));
    expect(schema).toMatchObject({ type: 'object', anyOf: [{ type: 'object' }, { type: 'object' }] });
  });
});

describe('the hints for careful clients', () => {
  const url = 'https://api.example.com';
  const changes = { readOnlyHint: false, openWorldHint: true };
  it.each<[string, AnyExecutionSpec, object]>([
    ['a fixed answer', fixed, { readOnlyHint: true, openWorldHint: false }],
    ['a sum', { kind: 'compute' }, { readOnlyHint: true, openWorldHint: false }],
    ['a plain request', { kind: 'http', url }, { readOnlyHint: true, openWorldHint: true }],
    ['GET', { kind: 'http', url, method: 'GET' }, { readOnlyHint: true, openWorldHint: true }],
    ['HEAD', { kind: 'http', url, method: 'HEAD' }, { readOnlyHint: true, openWorldHint: true }],
    ['POST', { kind: 'http', url, method: 'POST' }, changes],
    ['PATCH', { kind: 'http', url, method: 'PATCH' }, changes],
    ['PUT', { kind: 'http', url, method: 'PUT' }, { ...changes, destructiveHint: true, idempotentHint: true }],
    ['DELETE', { kind: 'http', url, method: 'DELETE' }, { ...changes, destructiveHint: true, idempotentHint: true }],
    ['a webhook, whatever its method', { kind: 'webhook', method: 'GET' }, changes],
    ['a prompt', { kind: 'prompt', mode: 'direct' }, { readOnlyHint: true, openWorldHint: true }],
    ['a prompt for an agent', { kind: 'prompt', mode: 'agent' }, { openWorldHint: true }],
    ['a task', { kind: 'task' }, { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
    ['a chain of tools', { kind: 'composition', steps: [] }, {}],
    ['a form in a room', { kind: 'client' }, {}],
  ])('are known of %s', (_case, spec, annotations) => {
    expect(toMcpListing(authored(spec)).annotations).toEqual(annotations);
  });

  it.each<[string, Partial<ToolDefinition>, object]>([
    ['that says nothing', {}, {}],
    ['that may simply be called again', { retrySafe: true }, { idempotentHint: true }],
    ['that may not', { retrySafe: false }, { idempotentHint: false }],
    ['that works elsewhere', { executionType: 'external' }, { openWorldHint: true }],
    [
      'that stays inside',
      { executionType: 'internal', retrySafe: true },
      { idempotentHint: true, openWorldHint: false },
    ],
  ])('are taken from code %s', (_case, more, annotations) => {
    expect(toMcpListing(makeCodeTool('a', more)).annotations).toEqual(annotations);
  });
});
