import { setTimeout as sleep } from 'node:timers/promises';
import { CliFailure } from './failure.ts';
import { type ApiError, type Credential, isOperatorKey, type Request, type Transport } from './transport.ts';

export type Ask = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

/** The API as a command sees it: data, or a failure that says what to do. */
export type Crib = {
  credential: Credential;
  /** As the operator, or as the key that was given. */
  ask: Ask;
  /** Inside one tenant. */
  askIn(slug: string): Ask;
  close(): Promise<void>;
};

const MOST_RETRIES = 5;
const OPERATOR_ONLY = /^Only the operator may do this/;

function advise({ message, extensions: { code } = {} }: ApiError, credential: Credential): string {
  if (code === 'UNAUTHENTICATED' && isOperatorKey(credential)) {
    return `The server does not accept ${credential.from}. Was it started with another DATA_DIR? Then give --data-dir.`;
  }
  if (code === 'FORBIDDEN' && OPERATOR_ONLY.test(message)) {
    return `Only the operator may do this, and ${credential.from} is the key of one tenant. Run it on the machine of the server, as the user who runs it, without --url and --key.`;
  }
  return message;
}

export function createCrib({ credential, send, close }: Transport): Crib {
  async function ask<Data>(request: Request): Promise<Data> {
    for (let tries = 1; ; tries += 1) {
      const { data, errors } = await send(request);
      const error = errors?.[0];
      if (!error) return data as Data;
      const { code = 'INTERNAL', fields = [], retryAfter = 1 } = error.extensions ?? {};
      if (code !== 'RATE_LIMITED' || tries > MOST_RETRIES) {
        throw new CliFailure(code, advise(error, credential), fields);
      }
      await sleep(retryAfter * 1_000);
    }
  }

  return {
    credential,
    ask: (query, variables) => ask({ query, variables }),
    askIn: (tenant) => (query, variables) => ask({ query, variables, tenant }),
    close,
  };
}
