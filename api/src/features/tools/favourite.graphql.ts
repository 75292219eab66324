import { builder } from '#graphql/builder.ts';
import { setToolFavourite } from './favourites.ts';
import { ToolType } from './tool.graphql.ts';

builder.relayMutationField(
  'setToolFavourite',
  {
    description: 'Which tool to keep at hand, or no longer.',
    inputFields: (t) => ({
      slug: t.string({ required: true, description: 'The tool.' }),
      favourite: t.boolean({ required: true, description: 'Whether it is a favourite from now on.' }),
    }),
  },
  {
    description: 'Marks a tool as a favourite of the person who asks, or no longer. Needs `tools.tenant.read`.',
    authScopes: { may: 'tools.tenant.read' },
    resolve: async (_root, { input }, ctx) => ({ tool: await setToolFavourite(ctx, input) }),
  },
  {
    description: 'The tool that was marked.',
    outputFields: (t) => ({
      tool: t.field({
        type: ToolType,
        nullable: true,
        description: 'The tool; null when the person cannot use it any more.',
        resolve: ({ tool }) => tool,
      }),
    }),
  },
);
