import { z } from 'zod';
import { builder } from '#graphql/builder.ts';
import { ToolKindEnum, ToolOriginEnum } from './tool-enums.graphql.ts';

const text = z.string().max(200, 'At most 200 characters.');

export const ToolFilterInput = builder.inputType('ToolFilter', {
  description: 'Which tools to list; all that is given must hold.',
  fields: (t) => ({
    origin: t.field({ type: ToolOriginEnum, description: 'Where they come from.' }),
    kind: t.field({ type: ToolKindEnum, description: 'What the tenant keeps about them.' }),
    category: t.string({ description: 'Their shelf.', validate: { schema: text } }),
    search: t.string({ description: 'Words in slug, name, description or category.', validate: { schema: text } }),
    favourites: t.boolean({ description: 'Only those that the person who asks keeps at hand.' }),
    includeUnavailable: t.boolean({
      description: 'Also those that are kept back; for holders of `tools.tenant.update`.',
    }),
  }),
});
