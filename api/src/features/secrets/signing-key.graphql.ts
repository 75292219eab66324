import { builder } from '#graphql/builder.ts';
import { revealSigningKey } from './reveal-signing-key.ts';

builder.relayMutationField(
  'revealWebhookSigningKey',
  {
    description: 'Why the key is needed.',
    inputFields: (t) => ({ reason: t.string({ description: 'What it is for; kept in the audit log.' }) }),
  },
  {
    description:
      'Shows the key with which calls to webhooks of the tenant are signed, so that receivers can check them; noted in ' +
      'the audit log. Needs `secrets.tenant.update`.',
    authScopes: { may: 'secrets.tenant.update' },
    resolve: async (_root, { input }, ctx) => ({ key: await revealSigningKey(ctx, input.reason) }),
  },
  {
    description: 'What receivers of webhooks need.',
    outputFields: (t) => ({
      key: t.exposeString('key', {
        description: 'Key of the HMAC-SHA-256 in `X-Signature: t=<unix time>,v1=<hex of "t.body">`.',
      }),
    }),
  },
);
