import { hash } from 'node:crypto';

/** What a caller showed us, before we know whether it is worth anything. */
export type Credential = ({ kind: 'none' } | { kind: 'bearer'; token: string } | { kind: 'cookie'; cookie: string }) & {
  /** The tenant a person names; keys carry their own. */
  tenantSlug?: string;
};

const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-)?toolcrib\.session_token=/;

export function parseCredential(given: { authorization?: string; cookie?: string; tenant?: string }): Credential {
  const tenantSlug = given.tenant?.trim() || undefined;
  if (given.authorization !== undefined) {
    const token = /^Bearer\s+(\S+)\s*$/i.exec(given.authorization)?.[1] ?? '';
    return { kind: 'bearer', token, tenantSlug };
  }
  if (given.cookie && SESSION_COOKIE.test(given.cookie)) return { kind: 'cookie', cookie: given.cookie, tenantSlug };
  return { kind: 'none', tenantSlug };
}

/** Names the credential without holding it. */
export function fingerprint(credential: Credential): string {
  const proof = credential.kind === 'bearer' ? credential.token : credential.kind === 'cookie' ? credential.cookie : '';
  return hash('sha256', `${credential.kind}\n${credential.tenantSlug ?? ''}\n${proof}`, 'base64url');
}
