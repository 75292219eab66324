import { builder } from '#graphql/builder.ts';
import { NotFound } from '#platform/errors.ts';
import { ToolType } from './tool.graphql.ts';
import { type Difference, diffTools } from './tool-diff.ts';
import { findToolVersions, historyOfOverride, historyOfTool, type ToolVersion } from './tool-versions.ts';

/** With the whole history at hand, so that any two versions can be compared. */
type Listed = ToolVersion & { history: readonly ToolVersion[] };

const DifferenceType = builder.objectRef<Difference>('ToolDifference').implement({
  description: 'One place where two versions of a tool differ.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The place, such as `fields.city.label`.' }),
    change: t.exposeString('change', { description: 'One of ADDED, REMOVED, CHANGED and MOVED.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'What was there.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'What is there now.' }),
  }),
});

const VersionType = builder.objectRef<Listed>('ToolVersion').implement({
  description:
    'What a tool took, gave and did at one time, or what was changed about a built-in one. Saving the same again makes no new version.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Its number in the history; higher is later.' }),
    hash: t.exposeString('hash', { description: 'Digest of the content.' }),
    createdBy: t.exposeString('createdBy', { description: 'Who saved it first.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved first.' }),
    lastSavedAt: t.expose('lastSavedAt', { type: 'DateTime', description: 'When the same was saved last.' }),
    content: t.expose('content', { type: 'JSON', description: 'The whole of it.' }),
    changes: t.field({
      type: [DifferenceType],
      description: 'What it changed against an older version.',
      args: { since: t.arg.int({ description: 'The older version; the one before otherwise.' }) },
      resolve: ({ version, content, history }, { since }) => {
        const older = history.find((each) =>
          typeof since === 'number' ? each.version === since : each.version < version,
        );
        if (!older && since) throw new NotFound(`Version ${since}`);
        return diffTools(older?.content ?? {}, content);
      },
    }),
  }),
});

builder.objectField(ToolType, 'versions', (t) =>
  t.field({
    type: [VersionType],
    nullable: true,
    complexity: { field: 5, multiplier: 5 },
    description:
      'Its history, newest first, for those who may change tools; the latest 100. Of code: what the tenant changed.',
    authScopes: { may: 'tools.tenant.update' },
    unauthorizedResolver: () => null,
    resolve: async (tool, _args, ctx) => {
      const history = await findToolVersions(
        ctx,
        tool.rowId && !tool.definition ? historyOfTool(tool.rowId) : historyOfOverride(tool.slug),
      );
      return history.map((version) => ({ ...version, history }));
    },
  }),
);
