import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { SINGLE_SIGN_ON_PROVIDER } from './people-endpoints.ts';
import type { OidcOptions } from './people-options.ts';

/** Some providers write the claim as text, where "false" would count as true. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true';
}

function firstText(...values: unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? '';
}

export function oidcPlugin(oidc: OidcOptions) {
  return genericOAuth({
    config: [
      {
        providerId: SINGLE_SIGN_ON_PROVIDER,
        name: oidc.name,
        discoveryUrl: `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: (profile) => ({
          name: firstText(profile.name, profile.preferred_username, profile.email?.split('@')[0]),
          emailVerified: isTrue(profile.email_verified),
          image: undefined,
        }),
      },
    ],
  });
}
