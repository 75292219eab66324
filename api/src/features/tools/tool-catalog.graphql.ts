import type { ToolCatalogEntry } from '#generated/prisma/client.ts';
import { builder } from '#graphql/builder.ts';
import { pruneCatalog } from './prune-catalog.ts';

const Entry = builder.objectRef<ToolCatalogEntry>('ToolCatalogEntry').implement({
  description: 'What is known of a built-in tool that releases bring.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'The tool.' }),
    origin: t.exposeString('origin', { description: 'Where it came from.' }),
    category: t.exposeString('category', { description: 'Its shelf.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'When a release had it last.' }),
    missingSince: t.expose('missingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When a release lacked it first.',
    }),
  }),
});

builder.relayMutationField(
  'pruneToolCatalog',
  {
    description: 'Whether to do it, or only to look.',
    inputFields: (t) => ({ dryRun: t.boolean({ description: 'Only lists what would be removed.' }) }),
  },
  {
    description: 'Removes catalog entries of tools that are gone from the code. Operator only.',
    authScopes: { operator: true },
    resolve: (_root, { input }, ctx) => pruneCatalog(ctx, input),
  },
  {
    description: 'What was missing, and how much of it was removed.',
    outputFields: (t) => ({
      entries: t.field({ type: [Entry], description: 'The entries, by slug.', resolve: ({ entries }) => entries }),
      removed: t.exposeInt('removed', { description: 'How many were removed.' }),
    }),
  },
);
