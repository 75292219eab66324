import { builder } from '#graphql/builder.ts';
import { rewrapDataKeys } from './rewrap-data-keys.ts';

builder.relayMutationField(
  'rewrapDataKeys',
  {
    description: 'Whether to do it, or only to count.',
    inputFields: (t) => ({ dryRun: t.boolean({ description: 'Only counts what would be done.' }) }),
  },
  {
    description:
      'Puts the data keys of all tenants under the current master key, while everything goes on. Operator only.',
    authScopes: { operator: true },
    resolve: (_root, { input }, ctx) => rewrapDataKeys(ctx, input),
  },
  {
    description: 'How far it is. With nothing waiting and nothing unreadable, no secret needs a former master key.',
    outputFields: (t) => ({
      rewrapped: t.exposeInt('rewrapped', { description: 'Data keys that were put under the current master key.' }),
      waiting: t.exposeInt('waiting', { description: 'Data keys that are under a former one still.' }),
      unreadable: t.exposeInt('unreadable', { description: 'Data keys that no known master key opens.' }),
    }),
  },
);
