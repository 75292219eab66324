import type { Log } from '#platform/log.ts';
import { SINGLE_SIGN_ON_PROVIDER } from './people-endpoints.ts';
import type { Auth } from './people-library.ts';
import { describeError } from './people-log.ts';
import { RefusedRequest } from './people-refusal.ts';

const PATIENCE_MS = 15_000;

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The identity provider did not answer in time.')), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/**
 * The library reads the provider's discovery document once, when it is made, and goes without the provider if that
 * fails. So this one is made when somebody signs in with the provider, and made again after a failure.
 */
export function createSingleSignOn(makeAuth: () => Promise<Auth>, log: Log) {
  let connected: Promise<Auth> | undefined;

  async function connect(): Promise<Auth> {
    const auth = await makeAuth();
    const { socialProviders } = await auth.$context;
    if (socialProviders.some((provider) => provider.id === SINGLE_SIGN_ON_PROVIDER)) return auth;
    throw new Error('The discovery document of the identity provider could not be used.');
  }

  async function getAuth(): Promise<Auth> {
    connected ??= within(PATIENCE_MS, connect());
    try {
      return await connected;
    } catch (error) {
      connected = undefined;
      log.error({ problem: describeError(error) }, 'single sign-on is not available');
      throw new RefusedRequest(
        503,
        'SINGLE_SIGN_ON_UNAVAILABLE',
        'The single sign-on provider cannot be reached. Try again, or sign in another way.',
      );
    }
  }

  return async (request: Request): Promise<Response> => {
    const auth = await getAuth();
    return within(PATIENCE_MS, auth.handler(request));
  };
}
