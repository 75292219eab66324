import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Endpoint, findEndpoint } from './people-endpoints.ts';
import { sendResponse, toRequest } from './people-http.ts';
import { describeError } from './people-log.ts';
import { type PeopleOptions, siteOf } from './people-options.ts';
import { RefusedRequest, toJsonResponse, toPageResponse, toRefusal } from './people-refusal.ts';

export type Ask = (request: Request) => Promise<Response>;

/** Never from the Host header, which a caller may choose. */
function parseTarget(target: string | undefined, origin: string): URL | null {
  return target?.startsWith('/') ? URL.parse(`${origin}${target}`) : null;
}

function checkTarget(req: IncomingMessage, url: URL, endpoint: Endpoint): void {
  if (req.method !== endpoint.method) {
    throw new RefusedRequest(405, 'METHOD_NOT_ALLOWED', `Use ${endpoint.method}.`, { allow: endpoint.method });
  }
  if (url.search.includes('%00')) throw new RefusedRequest(400, 'BAD_REQUEST', 'The address holds a null character.');
}

export function createHandler(options: PeopleOptions, library: Ask, provider: Ask | undefined) {
  const { log } = options;

  async function answer(req: IncomingMessage, url: URL, endpoint: Endpoint): Promise<Response> {
    checkTarget(req, url, endpoint);
    const request = await toRequest(req, url, options.trustProxy ?? false);
    const response = await (endpoint.viaProvider && provider ? provider : library)(request);
    if (response.status < 500) return response;
    throw new Error(`The identity library answered ${response.status}.`);
  }

  async function answerOrRefuse(req: IncomingMessage): Promise<Response> {
    const url = parseTarget(req.url, siteOf(options).origin);
    const endpoint = url && findEndpoint(url.pathname, provider !== undefined);
    if (!url || !endpoint) return toJsonResponse(new RefusedRequest(404, 'NOT_FOUND', 'There is nothing here.'));
    try {
      const response = await answer(req, url, endpoint);
      return endpoint.isPage && response.status >= 400 ? toPageResponse(response.status) : response;
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.status === 500)
        log.error({ path: url.pathname, problem: describeError(error) }, 'sign-in request failed');
      return endpoint.isPage && refusal.status !== 405 ? toPageResponse(refusal.status) : toJsonResponse(refusal);
    }
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const response = await answerOrRefuse(req);
    if (!res.destroyed) await sendResponse(res, response);
  };
}
