import { CliFailure } from './failure.ts';
import type { Answer, Credential, Transport } from './transport.ts';

/** A walk over a long audit chain takes its time. */
const LONGEST_ANSWER_MS = 120_000;

/** People paste the address of the API as readily as that of the site. */
export function siteOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/graphql$/, '');
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? message);
}

export function openHttp(url: string, credential: Credential): Transport {
  const site = siteOf(url);

  async function post(body: string, tenant: string | undefined): Promise<Response> {
    try {
      return await fetch(`${site}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: `Bearer ${credential.token}`,
          ...(tenant === undefined ? {} : { 'x-toolcrib-tenant': tenant }),
        },
        body,
        // Not followed: the key is for the address that was named.
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
      });
    } catch (error) {
      const message = `${site} cannot be reached (${reasonOf(error)}). Check the address, and that the server runs.`;
      throw new CliFailure('UNREACHABLE', message);
    }
  }

  return {
    credential,
    async send({ query, variables = {}, tenant }) {
      const response = await post(JSON.stringify({ query, variables }), tenant);
      const moved = response.headers.get('location');
      if (moved) throw new CliFailure('UNREACHABLE', `${site} has moved to ${moved}. Give that address instead.`);
      const answer: Answer | undefined = await response.json().catch(() => undefined);
      if (answer?.data || answer?.errors) return answer;
      const message = `${site} answers with status ${response.status}, but not as Toolcrib does. Check the address.`;
      throw new CliFailure('UNREACHABLE', message);
    },
    close: async () => {},
  };
}
