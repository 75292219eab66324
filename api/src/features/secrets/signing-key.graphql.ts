import { builder } from '#graphql/builder.ts';
import { revealSigningKey } from './reveal-signing-key.ts';

const SigningKey = builder.objectRef<{ key: string }>('RevealWebhookSigningKeyPayload').implement({
  description: 'What receivers of webhooks need.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Key of the HMAC-SHA-256 in `X-Signature: t=<unix time>,v1=<hex of "t.body">`.',
    }),
  }),
});

builder.mutationField('revealWebhookSigningKey', (t) =>
  t.field({
    type: SigningKey,
    description:
      'Shows the key with which calls to webhooks of the tenant are signed, so that receivers can check them; noted in ' +
      'the audit log. Needs `secrets.tenant.update`.',
    authScopes: { may: 'secrets.tenant.update' },
    resolve: async (_root, _args, ctx) => ({ key: await revealSigningKey(ctx) }),
  }),
);
