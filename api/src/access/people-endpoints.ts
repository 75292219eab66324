import { SIGN_IN_LINK_PATH } from './sign-in-link.ts';

export const AUTH_PATH = '/api/auth';
export const SINGLE_SIGN_ON_PROVIDER = 'oidc';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Opened by the browser itself, so that a failure must lead to a page. */
  isPage?: boolean;
  viaProvider?: boolean;
};

/** All that is served of the library. Whatever a new release adds stays closed until it is listed. */
const ENDPOINTS: Record<string, Endpoint> = {
  '/sign-in/email': { method: 'POST' },
  '/sign-out': { method: 'POST' },
  '/get-session': { method: 'GET' },
  '/list-sessions': { method: 'GET' },
  '/revoke-session': { method: 'POST' },
  '/revoke-other-sessions': { method: 'POST' },
  '/revoke-sessions': { method: 'POST' },
  '/list-accounts': { method: 'GET' },
  '/change-password': { method: 'POST' },
  '/set-password': { method: 'POST' },
  [SIGN_IN_LINK_PATH]: { method: 'GET', isPage: true },
  '/sign-in/social': { method: 'POST', viaProvider: true },
  [`/callback/${SINGLE_SIGN_ON_PROVIDER}`]: { method: 'GET', isPage: true, viaProvider: true },
};

export function findEndpoint(pathname: string, hasProvider: boolean): Endpoint | undefined {
  const path = pathname.slice(AUTH_PATH.length);
  const endpoint = pathname.startsWith(`${AUTH_PATH}/`) ? ENDPOINTS[path] : undefined;
  return endpoint?.viaProvider && !hasProvider ? undefined : endpoint;
}
