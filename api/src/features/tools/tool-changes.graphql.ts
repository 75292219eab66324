import { builder } from '#graphql/builder.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import type { Bell } from '#platform/live.ts';

type Change = { all: boolean };

const ToolsChange = builder.objectRef<Change>('ToolsChange').implement({
  description: 'News that the catalog of the tenant changed. It carries no content: read what you show again.',
  fields: (t) => ({
    all: t.exposeBoolean('all', { description: 'Whether more than one tool may have changed.' }),
  }),
});

const toChanges = (bells: AsyncIterator<Bell>): AsyncIterableIterator<Change> =>
  flatMapStream(bells, ({ model }) => [{ all: model !== 'Tool' }]);

builder.subscriptionField('toolsChanged', (t) =>
  t.field({
    type: ToolsChange,
    description:
      'The catalog as it changes: tools saved, overridden, removed, or made usable by a secret. Needs `tools.tenant.read`.',
    authScopes: { may: 'tools.tenant.read' },
    subscribe: (_root, _args, ctx) => toChanges(ctx.follow(['Tool', 'Secret'])),
    resolve: (change) => change as Change,
  }),
);
