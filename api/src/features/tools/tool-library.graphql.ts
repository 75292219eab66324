import { requireScope } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { connectionOf } from '#graphql/nodes.ts';
import { pageArgs, pageComplexity, pageOf } from '#graphql/pagination.ts';
import { NotFound } from '#platform/errors.ts';
import { explainTool, type Runtime, type Verdict } from './evaluate-tools.ts';
import { findEditableTool } from './find-editable-tool.ts';
import { evaluationFor, findTool } from './find-tools.ts';
import { listTools } from './list-tools.ts';
import { ToolType } from './tool.graphql.ts';
import { RuntimeEnum } from './tool-enums.graphql.ts';
import { ToolFilterInput } from './tool-filter.graphql.ts';

const ToolConnection = connectionOf('Tool', ToolType, 'tools');

const VerdictType = builder.objectRef<Verdict>('ToolGateVerdict').implement({
  description: 'What one gate says about a tool.',
  fields: (t) => ({
    gate: t.exposeString('gate', { description: 'The gate, such as `permission` or `missing_secret`.' }),
    passed: t.exposeBoolean('passed', { description: 'Whether the tool may pass.' }),
    reason: t.exposeString('reason', { description: 'Why, in one sentence.' }),
  }),
});

type Explanation = { slug: string; available: boolean; verdicts: Verdict[] };
const ExplanationType = builder.objectRef<Explanation>('ToolExplanation').implement({
  description: 'Why a caller has a tool, or not: every gate with its verdict.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'The tool.' }),
    available: t.exposeBoolean('available', { description: 'Whether all gates let it pass.' }),
    verdicts: t.expose('verdicts', { type: [VerdictType], description: 'The gates, in the order they are asked.' }),
  }),
});

builder.queryFields((t) => ({
  tools: t.field({
    type: ToolConnection,
    description: 'The tools that the caller can use, by slug. Needs `tools.tenant.read`.',
    args: { filter: t.arg({ type: ToolFilterInput, description: 'Which tools to list.' }), ...pageArgs },
    authScopes: { may: 'tools.tenant.read' },
    complexity: pageComplexity,
    resolve: (_root, { filter, ...args }, ctx) =>
      pageOf(
        ctx,
        args,
        'tools',
        () => listTools(ctx, filter ?? {}),
        (tool) => tool.slug,
      ) as never,
  }),
  tool: t.field({
    type: ToolType,
    nullable: true,
    description: 'One tool; null when there is none, or none for the caller.',
    args: { slug: t.arg.string({ required: true, description: 'Its slug.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { slug }, ctx) => findTool(ctx, slug),
  }),
  editableTool: t.field({
    type: ToolType,
    nullable: true,
    description: 'One tool as its editors see it, also when it is switched off; null without `tools.tenant.update`.',
    args: { slug: t.arg.string({ required: true, description: 'Its slug.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { slug }, ctx) => findEditableTool(ctx, slug),
  }),
  explainTool: t.field({
    type: ExplanationType,
    description: 'Why the caller, or an agent, has a tool or not. Needs `tools.tenant.update`.',
    args: {
      slug: t.arg.string({ required: true, description: 'The tool.' }),
      agentSlug: t.arg.string({ description: 'For this agent instead of the caller.' }),
      runtime: t.arg({ type: RuntimeEnum, description: "In this situation; the caller's own otherwise." }),
    },
    authScopes: { may: 'tools.tenant.update' },
    resolve: async (_root, { slug, agentSlug, runtime }, ctx) => {
      if (agentSlug) throw new NotFound(`The agent ${agentSlug}`);
      const shelf = await ctx.tools.of(requireScope(ctx.viewer).tenantId);
      const tool = shelf.find(slug);
      if (!tool) throw new NotFound(`The tool ${slug}`);
      const verdicts = explainTool(tool, await evaluationFor(ctx, { runtime: (runtime as Runtime) ?? undefined }));
      // To others, a tool that is made for some tenants does not exist.
      if (verdicts.some((verdict) => verdict.gate === 'tenant_allowlist' && !verdict.passed))
        throw new NotFound(`The tool ${slug}`);
      return { slug, available: verdicts.every((verdict) => verdict.passed), verdicts };
    },
  }),
}));
