import { can } from '#access/can.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { builder, type GraphQLContext } from '#graphql/builder.ts';
import { flatMapStream } from '#platform/flat-map-stream.ts';
import { toNodeId } from '#platform/ids.ts';
import type { Bell } from '#platform/live.ts';
import { isSettingsModel, SETTINGS, type SettingsModel } from './settings-changes.ts';

type Change = { model: SettingsModel; id: string };

const SettingsChangeKind = builder.enumType('SettingsChangeKind', {
  description: 'What sort of setting changed.',
  values: {
    MEMBER: { description: 'A member joined, changed or left.' },
    ROLE: { description: 'A role was made, changed or deleted.' },
    API_KEY: { description: 'An API key was made or revoked.' },
    SECRET: { description: 'A secret was set or deleted.' },
    WORKSPACE: { description: 'A workspace was made, changed or deleted.' },
    INVITATION: { description: 'An invitation was made, used or revoked.' },
    TENANT: { description: 'The tenant itself changed.' },
  } as const,
});

const SettingsChange = builder.objectRef<Change>('SettingsChange').implement({
  description: 'News that a setting changed. It carries no content: read the row again with your own rights.',
  fields: (t) => ({
    kind: t.field({
      type: SettingsChangeKind,
      description: 'What sort of setting changed.',
      resolve: (change) => SETTINGS[change.model].kind,
    }),
    id: t.id({
      description: 'The row that changed; for a removed one, the id it had.',
      resolve: (change) => toNodeId(change.model, change.id),
    }),
  }),
});

/** Everybody hears of their own place; the rest by right. */
function mayHear(ctx: GraphQLContext, change: Change): boolean {
  if (can(ctx.viewer, SETTINGS[change.model].permission)) return true;
  return ctx.viewer.kind === 'user' && change.model === 'Membership' && change.id === ctx.viewer.membershipId;
}

function changesIn(ctx: GraphQLContext, bell: Bell): Change[] {
  // The bell was deaf for a while: whatever it was, the followers read all of it again.
  const models = bell.model === '*' ? Object.keys(SETTINGS) : [bell.model];
  const id = bell.id === '*' ? tenantIdOf(ctx.viewer) : bell.id;
  return models
    .filter(isSettingsModel)
    .map((model) => ({ model, id }))
    .filter((change) => mayHear(ctx, change));
}

builder.subscriptionField('settingsChanged', (t) =>
  t.field({
    type: SettingsChange,
    description:
      'Members, roles, keys and other settings of the tenant as they change; each kind with the right to read it.',
    authScopes: { signedIn: true },
    // Listening begins here and not with the first read: what changes in between must not be missed.
    subscribe: (_root, _args, ctx) => flatMapStream(ctx.follow(Object.keys(SETTINGS)), (bell) => changesIn(ctx, bell)),
    resolve: (change) => change as Change,
  }),
);
