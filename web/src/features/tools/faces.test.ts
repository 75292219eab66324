import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, extendSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aiSdkFace, curlFace, estimateTokens, graphqlFace, typescriptFace } from './faces.ts';
import { programCall, readsTool, runsTool } from './program-call.ts';

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../../api/schema.graphql'), 'utf8'));
const canRun = Boolean(schema.getMutationType()?.getFields().executeTool);

const promised = parse(`
  input ExecuteToolInput { slug: String!, input: JSON!, idempotencyKey: String, sessionId: ID, test: Boolean = false }
  type ExecuteToolPayload { run: ToolRun, error: ToolError }
  type ToolRun { id: ID!, status: String!, output: JSON }
  type ToolError { code: String!, message: String! }
  extend type Mutation { executeTool(input: ExecuteToolInput!): ExecuteToolPayload! }
`);
const running = canRun ? schema : extendSchema(schema, promised);
const problems = (query: string) => validate(running, parse(query)).map(({ message }) => message);

const origin = 'https://crib.test';
const input = { note: "It's `5 o'clock` for $HOME" };

describe('the faces of a tool', () => {
  it('run the tool as soon as the server can, and read it until then', () => {
    expect(programCall).toEqual(canRun ? runsTool : readsTool);
  });

  it.each([
    ['reads', readsTool, { slug: 'acme:weather' }],
    ['runs', runsTool, { input: { slug: 'acme:weather', input } }],
  ])('are calls that the server understands: one that %s the tool', (_does, call, variables) => {
    const face = graphqlFace(call, 'acme:weather', input);
    expect(problems(face.document)).toEqual([]);
    expect(JSON.parse(face.variables)).toEqual(variables);
    const code = typescriptFace(origin, call, 'acme:weather', input);
    expect(problems(/const query = `(.*?)`;/s.exec(code)?.[1] ?? '')).toEqual([]);
    expect(JSON.parse(/const variables = (.*?);\n\n/s.exec(code)?.[1] ?? '')).toEqual(variables);
  });

  it('reach the server whole from a shell, whatever the sample input holds', () => {
    const command = curlFace(origin, runsTool, 'acme:weather', input);
    const body = execFileSync('sh', ['-c', command.replace(/^curl .* -d /s, "printf '%s' ")], { encoding: 'utf8' });
    const { query, variables } = JSON.parse(body);
    expect(problems(query)).toEqual([]);
    expect(variables.input.input).toEqual(input);
  });

  it('weigh as much as is sent, not as it is laid out', () => {
    const face = aiSdkFace({ slug: 'sum', description: 'Adds.', inputSchema: { type: 'object' } }, []);
    expect(estimateTokens(face)).toBe(Math.ceil(JSON.stringify(JSON.parse(face)).length / 4));
    expect(estimateTokens(face)).toBeLessThan(face.length / 4);
  });
});
