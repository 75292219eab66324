import type { ExecutionResult } from 'graphql';
import { parseCredential } from '#access/credential.ts';
import { ANONYMOUS, type Viewer } from '#access/viewer.ts';
import { newRequestId } from '#platform/ids.ts';
import type { App } from '../src/app.ts';
import { openOperation } from '../src/server/run-operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the document; tests assert its shape
type Data = any;
export type Answer = { data: Data; errors?: { message: string; path?: unknown; extensions: Record<string, Data> }[] };

const wire = (result: ExecutionResult): Answer => JSON.parse(JSON.stringify(result));

/** Calls the API in process through the same pipeline as every door. */
export function clientFor(app: App, viewer: Viewer = ANONYMOUS, token?: string) {
  function open(query: string, variables: Record<string, unknown>) {
    const credential = parseCredential({ authorization: token ? `Bearer ${token}` : undefined });
    const context = { ...app.createContext(viewer, newRequestId()), costLimit: app.env.LIMIT_QUERY_COST, credential };
    return openOperation(app.engine, context, { query, variables });
  }

  return {
    viewer,
    async run(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
      const operation = open(query, variables);
      const prepared = operation.prepare();
      return wire('errors' in prepared ? prepared : await operation.execute(prepared.document));
    },
    /** Fails the test unless the answer is free of errors. */
    async get(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
      const answer = await this.run(query, variables);
      if (answer.errors) throw new Error(`${query}\n${JSON.stringify(answer.errors, null, 2)}`);
      return answer.data;
    },
    async code(query: string, variables: Record<string, unknown> = {}): Promise<string | undefined> {
      return (await this.run(query, variables)).errors?.[0]?.extensions.code;
    },
    async follow(query: string, variables: Record<string, unknown> = {}) {
      const operation = open(query, variables);
      const prepared = operation.prepare();
      if ('errors' in prepared) return { refused: wire(prepared) };
      const stream = await operation.subscribe(prepared.document);
      if (!(Symbol.asyncIterator in stream)) return { refused: wire(stream) };
      return {
        next: async (): Promise<Data> => {
          const { done, value } = await stream.next();
          return done ? undefined : wire(value).data;
        },
        end: () => stream.return(undefined),
      };
    },
  };
}

export type Client = ReturnType<typeof clientFor>;
