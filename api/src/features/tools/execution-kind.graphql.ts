import { builder } from '#graphql/builder.ts';
import { executionTypesOf, SPEC_KINDS, type SpecKind } from './execution-spec.ts';
import { MAY_USE_SECRETS } from './execution-spec-rules.ts';
import { ExecutionTypeEnum } from './tool-enums.graphql.ts';

type Kind = { kind: SpecKind; mode: string | null };

const MODES: Record<string, string[]> = { prompt: ['direct', 'skill', 'agent'] };
const ALL_KINDS = SPEC_KINDS.flatMap<Kind>((kind) =>
  (MODES[kind] ?? [null]).map((mode) => ({ kind: kind as SpecKind, mode })),
);

const KindType = builder.objectRef<Kind>('ExecutionKind').implement({
  description: 'One way in which a tool that is not code can do its work.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The `kind` of the execution spec.' }),
    mode: t.exposeString('mode', { nullable: true, description: 'The `mode`, for kinds that have several.' }),
    runnable: t.boolean({
      description: 'Whether something here can run it. If not, such a tool can be saved as a draft only.',
      resolve: ({ kind, mode }, _args, ctx) => ctx.tools.runnableKinds.has(mode ? `${kind}.${mode}` : kind),
    }),
    variables: t.stringList({
      description: 'Names of the environment that the operator offers to such tools, for use as `env.NAME`.',
      resolve: ({ kind }, _args, ctx) => (MAY_USE_SECRETS.has(kind) ? [...ctx.toolEnv.keys()] : []),
    }),
    executionTypes: t.field({
      type: [ExecutionTypeEnum],
      description: 'Where such a tool may do its work; the first is the default.',
      resolve: ({ kind }) => [...executionTypesOf(kind)],
    }),
  }),
});

builder.queryField('executionKinds', (t) =>
  t.field({
    type: [KindType],
    description: 'All ways in which an authored tool can do its work. Needs `tools.tenant.read`.',
    authScopes: { may: 'tools.tenant.read' },
    resolve: () => ALL_KINDS,
  }),
);
