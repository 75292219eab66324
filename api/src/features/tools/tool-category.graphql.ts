import { builder } from '#graphql/builder.ts';
import { listCategories, type ToolCategory } from './list-tools.ts';
import { ToolFilterInput } from './tool-filter.graphql.ts';

const CategoryType = builder.objectRef<ToolCategory>('ToolCategory').implement({
  description: 'One shelf of the library.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, as tools carry it.' }),
    count: t.exposeInt('count', { description: 'How many of the tools asked for stand on it.' }),
  }),
});

builder.queryField('toolCategories', (t) =>
  t.field({
    type: [CategoryType],
    description:
      'Every category of the tools that the caller can use, with how many are in it, by name. Needs `tools.tenant.read`.',
    args: {
      filter: t.arg({
        type: ToolFilterInput,
        description: 'Which tools to count. A `category` in it is passed over, so that the others stay to choose from.',
      }),
    },
    authScopes: { may: 'tools.tenant.read' },
    resolve: (_root, { filter }, ctx) => listCategories(ctx, filter ?? {}),
  }),
);
