import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aiSdkFace, curlFace, estimateTokens, graphqlFace, typescriptFace } from './faces.ts';
import { programCall } from './program-call.ts';

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../../api/schema.graphql'), 'utf8'));
const problems = (query: string) => validate(schema, parse(query)).map(({ message }) => message);

const origin = 'https://crib.test';
const input = { note: "It's `5 o'clock` for $HOME" };

describe('the faces of a tool', () => {
  it('are a call that the server understands, with the input of the sample', () => {
    const variables = { input: { slug: 'acme:weather', input } };
    const face = graphqlFace(programCall, 'acme:weather', input);
    expect(problems(face.document)).toEqual([]);
    expect(JSON.parse(face.variables)).toEqual(variables);
    const code = typescriptFace(origin, programCall, 'acme:weather', input);
    expect(problems(/const query = `(.*?)`;/s.exec(code)?.[1] ?? '')).toEqual([]);
    expect(JSON.parse(/const variables = (.*?);\n\n/s.exec(code)?.[1] ?? '')).toEqual(variables);
  });

  it('reach the server whole from a shell, whatever the sample input holds', () => {
    const command = curlFace(origin, programCall, 'acme:weather', input);
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
