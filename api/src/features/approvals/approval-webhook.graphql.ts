import type { ApprovalNotice, ApprovalWebhook } from '#generated/prisma/client.ts';
import { builder, type Types } from '#graphql/builder.ts';
import { toNodeId } from '#platform/ids.ts';
import { setApprovalWebhook } from './set-approval-webhook.ts';
import { tryApprovalWebhook } from './try-approval-webhook.ts';

const MOST_NOTICES = 20;

const NoticeType = builder.objectRef<ApprovalNotice>('ApprovalNotice').implement({
  description: 'A piece of news about a waiting call on its way to the outside.',
  fields: (t) => ({
    id: t.id({ description: 'Opaque id.', resolve: ({ id }) => toNodeId('ApprovalNotice', id) }),
    eventId: t.exposeString('id', { description: 'What receivers find in the header `X-Toolcrib-Event-Id`.' }),
    approvalId: t.id({
      description: 'The approval it tells of.',
      resolve: ({ approvalId }) => toNodeId('Approval', approvalId),
    }),
    news: t.exposeString('news', {
      description: '`opened`, `reminded`, `reassigned`, `asked`, `answered`, `decided`, `expired` or `cancelled`.',
    }),
    status: t.exposeString('status', {
      description: '`queued`, `delivered`, `failed` once it was given up, or `dropped` as nobody wanted it any more.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it did not arrive, the last time.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it arrived, or was given up.',
    }),
  }),
});

const WebhookType = builder.objectRef<Partial<ApprovalWebhook>>('ApprovalWebhook').implement({
  description: 'Where programs of the tenant are told of calls that wait.',
  fields: (t) => ({
    url: t.exposeString('url', { nullable: true, description: 'The address; null when nobody is told.' }),
    updatedBy: t.exposeString('updatedBy', { nullable: true, description: 'Who set it.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: true, description: 'When.' }),
    failed: t.int({
      description: 'How many pieces of news were given up.',
      resolve: (_webhook, _args, ctx) => ctx.db.approvalNotice.count({ where: { status: 'failed' } }),
    }),
    notices: t.field({
      type: [NoticeType],
      description: `The latest ${MOST_NOTICES} pieces of news.`,
      resolve: (_webhook, _args, ctx) =>
        ctx.db.approvalNotice.findMany({ orderBy: { id: 'desc' }, take: MOST_NOTICES }),
    }),
  }),
});

const readWebhook = { type: WebhookType, description: 'As it stands.' } as const;

builder.queryField('approvalWebhook', (t) =>
  t.field({
    type: WebhookType,
    description:
      'Where programs of the tenant are told of calls that wait, and what became of the latest news. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, _args, ctx) => (await ctx.db.approvalWebhook.findFirst()) ?? {},
  }),
);

const ADDRESS =
  'A public http or https address. The path may be a secret: it is shown to those only who may change it.';

builder.relayMutationField(
  'setApprovalWebhook',
  {
    description: 'Where to tell of calls that wait.',
    inputFields: (t) => ({ url: t.string({ description: `${ADDRESS} Without one, nobody is told.` }) }),
  },
  {
    description:
      'Sets where news of waiting calls goes: a POST of JSON for each, with `X-Toolcrib-Event-Id` (the same however ' +
      'often it is sent) and `X-Signature` (see `revealWebhookSigningKey`). It holds ids, the tool, who asked and a ' +
      'link, never arguments. What does not arrive is tried again for about an hour. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: async (_root, { input }, ctx) => {
      await setApprovalWebhook(ctx, input.url);
      return { webhook: (await ctx.db.approvalWebhook.findFirst()) ?? {} };
    },
  },
  {
    description: 'What is set now.',
    outputFields: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, { webhook: Partial<ApprovalWebhook> }>) => ({
      webhook: t.field({ ...readWebhook, resolve: ({ webhook }) => webhook }),
    }),
  },
);

builder.relayMutationField(
  'testApprovalWebhook',
  {
    description: 'Where to send a test.',
    inputFields: (t) => ({ url: t.string({ description: `Another address than the one that is set. ${ADDRESS}` }) }),
  },
  {
    description: 'Sends one piece of news of the type `test` now. Needs `settings.tenant.update`.',
    authScopes: { may: 'settings.tenant.update' },
    resolve: (_root, { input }, ctx) => tryApprovalWebhook(ctx, input.url),
  },
  {
    description: 'What came of it.',
    outputFields: (t) => ({
      delivered: t.exposeBoolean('delivered', { description: 'Whether the receiver took it.' }),
      message: t.exposeString('message', { description: 'The same in words, with what to look at when it did not.' }),
    }),
  },
);
