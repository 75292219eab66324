import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aiSdkFace, curlFace, estimateTokens, graphqlFace, typescriptFace } from './faces.ts';

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../../../api/schema.graphql'), 'utf8'));
const problems = (query: string) => validate(schema, parse(query)).map(({ message }) => message);

describe('the faces of a tool', () => {
  it('are queries that the server understands', () => {
    expect(problems(graphqlFace('acme:weather'))).toEqual([]);
    const body = JSON.parse(/-d '(.*)'$/.exec(curlFace('https://crib.test', 'acme:weather'))?.[1] ?? '');
    expect(problems(body.query)).toEqual([]);
    expect(body.variables).toEqual({ slug: 'acme:weather' });
    const query = /query: '(.*)'/.exec(typescriptFace('https://crib.test', 'acme:weather'))?.[1] ?? '';
    expect(problems(query)).toEqual([]);
  });

  it('weigh as much as is sent, not as it is laid out', () => {
    const face = aiSdkFace({ slug: 'sum', description: 'Adds.', inputSchema: { type: 'object' } }, []);
    expect(estimateTokens(face)).toBe(Math.ceil(JSON.stringify(JSON.parse(face)).length / 4));
    expect(estimateTokens(face)).toBeLessThan(face.length / 4);
  });
});
