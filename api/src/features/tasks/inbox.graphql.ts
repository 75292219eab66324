import type { Task } from '#generated/prisma/client.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf } from '#graphql/nodes.ts';
import { findAfter, pageArgs, pageComplexity, toCursor } from '#graphql/pagination.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import { toNodeId } from '#platform/ids.ts';
import { behind, waitingOn } from './inbox.ts';

export const InboxItemType = builder.objectRef<Task>('InboxItem').implement({
  description: 'Something that waits on a person.',
  fields: (t) => ({
    id: t.id({ description: 'Opaque id.', resolve: ({ id }) => toNodeId('Task', id) }),
    kind: t.exposeString('kind', {
      description:
        'What sort of work it is; `approval` for calls that wait, `question` for what is asked about one’s own.',
    }),
    title: t.exposeString('title', { description: 'What to do, in a few words.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'By when.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when it waits.' }),
    isAssigned: t.boolean({
      description: 'Whether it was put before the caller in person.',
      resolve: ({ assigneeId }, _args, { viewer }) => viewer.kind === 'user' && viewer.userId === assigneeId,
    }),
  }),
});

const InboxItemConnection = connectionOf('InboxItem', InboxItemType, 'things that wait');
const LIST = 'myInbox';
const placeOf = ({ rank, id }: Task) => `${rank.toISOString()}|${id}`;

builder.queryField('myInbox', (t) =>
  t.field({
    type: InboxItemConnection,
    description: 'What waits on the caller, due first.',
    args: pageArgs,
    authScopes: { signedIn: true },
    complexity: pageComplexity,
    resolve: async (_root, args, ctx) => {
      const size = args.first ?? 20;
      const after = findAfter(ctx, LIST, args);
      const where = await waitingOn(ctx);
      const rows = await ctx.db.task.findMany({
        where: { AND: [where, behind(after)] },
        orderBy: [{ rank: 'asc' }, { id: 'asc' }],
        take: size + 1,
      });
      const edges = rows.slice(0, size).map((node) => ({ node, cursor: toCursor(ctx, LIST, placeOf(node)) }));
      return {
        edges,
        pageInfo: {
          hasNextPage: rows.length > size,
          hasPreviousPage: after !== undefined,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
        totalCount: () => ctx.db.task.count({ where }),
      } as never;
    },
  }),
);

const InboxChange = builder.objectRef<object>('InboxChange').implement({
  description: 'News that what waits on the caller may have changed.',
  fields: (t) => ({
    count: t.int({
      description: 'How many things wait now.',
      resolve: async (_change, _args, ctx) => ctx.db.task.count({ where: await waitingOn(ctx) }),
    }),
  }),
});

builder.subscriptionField('myInboxChanged', (t) =>
  t.field({
    type: InboxChange,
    description: 'Told each time something begins or ceases to wait.',
    authScopes: { signedIn: true },
    subscribe: (_root, _args, ctx) => flatMapStream(ctx.follow(['Task']), () => [{}]),
    resolve: (change) => change as object,
  }),
);
