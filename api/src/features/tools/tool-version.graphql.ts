import { builder } from '#graphql/builder.ts';
import { NotFound } from '#platform/errors.ts';
import { ToolType } from './tool.graphql.ts';
import { type Difference, diffTools } from './tool-diff.ts';
import { findToolVersions, type ToolVersion } from './tool-versions.ts';

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
  description: 'What a tool took, gave and did at one time. Saving the same again makes no new version.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Its number in the history, from 1.' }),
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
        const other = since ?? version - 1;
        if (other === 0) return diffTools({}, content);
        const older = history.find((each) => each.version === other);
        if (!older) throw new NotFound(`Version ${other}`);
        return diffTools(older.content, content);
      },
    }),
  }),
});

builder.objectField(ToolType, 'versions', (t) =>
  t.field({
    type: [VersionType],
    nullable: true,
    complexity: { field: 5, multiplier: 5 },
    description: 'Its history, newest first, for those who may change tools; the latest 100. Empty for code.',
    authScopes: { may: 'tools.tenant.update' },
    unauthorizedResolver: () => null,
    resolve: async (tool, _args, ctx) => {
      if (tool.kind !== 'TENANT_CUSTOM' || !tool.rowId) return [];
      const history = await findToolVersions(ctx, tool.rowId);
      return history.map((version) => ({ ...version, history }));
    },
  }),
);
