import { openOperatorKey } from '#operator.ts';
import type { Env } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import type { Terminal } from './terminal.ts';
import type { Answer, Transport } from './transport.ts';

/** Where the process will serve once it starts, so that links made before lead there. */
function futureAddress({ HOST, PORT }: Env): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** The API inside this process, while no other one serves it. Opening applies migrations, as a start does. */
export async function openLocal(env: Env, terminal: Pick<Terminal, 'note'>): Promise<Transport> {
  // Loaded only here: a command that talks to a server should not wait for one of its own.
  const [{ openApp }, { createInProcessDoor }] = await Promise.all([
    import('#app.ts'),
    import('#server/in-process.ts'),
  ]);
  const token = openOperatorKey(env.DATA_DIR);
  const log = createLog(env.LOG_LEVEL === 'debug' ? 'debug' : 'error', {
    write: (line) => terminal.note(line.trimEnd()),
  });
  const app = await openApp({ env, log, works: false, operatorKey: token });
  app.listening(futureAddress(env));
  const door = createInProcessDoor(app);
  return {
    credential: { token, from: 'the operator key of this process' },
    async send({ query, variables, tenant }): Promise<Answer> {
      const result = await door({ kind: 'bearer', token, tenantSlug: tenant }, { query, variables });
      // As over the wire: dates become text.
      return JSON.parse(JSON.stringify(result));
    },
    close: () => app.close(),
  };
}
