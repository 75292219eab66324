import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, GraphQLError, graphql } from 'graphql';
import { vi } from 'vitest';

const schema = buildSchema(readFileSync(path.resolve(import.meta.dirname, '../../api/schema.graphql'), 'utf8'));

export type FakeRequest = {
  path: string;
  operation?: string;
  variables?: Record<string, unknown>;
  body: Record<string, unknown>;
  headers: Headers;
  credentials?: RequestCredentials;
};

// biome-ignore lint/suspicious/noExplicitAny: arguments differ from field to field, and the schema has checked them
export type FakeFields = Record<string, (args: any, request: FakeRequest) => unknown>;

export type FakeAnswers = {
  /** Root fields of the real schema: a document that does not fit it fails the test. */
  fields?: FakeFields;
  /** Below /api/auth, by path. */
  auth?: Record<string, (body: Record<string, unknown>) => Response>;
};

/** Stands in for the network: every request of the app ends here. */
export function startFakeServer({ fields = {}, auth = {} }: FakeAnswers) {
  const requests: FakeRequest[] = [];

  async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://toolcrib.test');
    const body = JSON.parse(String(init.body ?? '{}'));
    const request: FakeRequest = {
      path: url.pathname,
      operation: body.operationName,
      variables: body.variables,
      body,
      headers: new Headers(init.headers),
      credentials: init.credentials,
    };
    requests.push(request);
    if (url.pathname.startsWith('/api/auth')) {
      return auth[url.pathname.slice('/api/auth'.length)]?.(body) ?? Response.json(null);
    }
    const rootValue = Object.fromEntries(
      Object.entries(fields).map(([name, resolve]) => [name, (args: unknown) => resolve(args, request)]),
    );
    const result = await graphql({
      schema,
      source: body.query,
      rootValue,
      variableValues: body.variables,
      operationName: body.operationName,
    });
    return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/graphql-response+json' } });
  }

  vi.stubGlobal('fetch', answer);
  return { requests, of: (operation: string) => requests.filter((request) => request.operation === operation) };
}

export function refuse(code: string, message: string, more: object = {}): never {
  throw new GraphQLError(message, { extensions: { code, ...more } });
}
