import type { Context } from '#access/context.ts';
import { setSecret } from '#features/secrets/set-secret.ts';
import { parseExecutionSpec } from '#features/tools/execution-spec.ts';
import { newId, newRequestId, toNodeId } from '#platform/ids.ts';
import { NOTHING_HIDDEN } from '#toolkit/hidden-values.ts';
import type { AnyExecutionSpec, ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import type { ToolContext } from '#toolkit/tool-context.ts';
import { tellStory } from '../../../../test/story.ts';
import type { TestApp } from '../../../../test/test-app.ts';
import { createToolContext } from '../../../../test/tools.ts';

type Call = { input?: Record<string, unknown>; host?: Partial<Context> } & Partial<Omit<ToolContext, 'host'>>;

/** A tenant of its own in which runners are called the way the door calls them. */
export async function openBench(app: TestApp) {
  const story = await tellStory(app);
  const { viewer } = await story.as('system_admin');
  const host = app.createContext(viewer, newRequestId());

  return {
    host,
    tenant: story.tenant,
    setSecret: (key: string, value: string, hosts = ['127.0.0.1']) => setSecret(host, { key, value, hosts }),
    /** Runs a spec as an author writes it; the answer tells the run id too. */
    async run(runner: SpecRunner<never, Context>, written: object, { input = {}, host: more, ...rest }: Call = {}) {
      const parsed = parseExecutionSpec(written);
      if (!('spec' in parsed)) throw new Error(JSON.stringify(parsed.problems));
      const runId = toNodeId('ToolRun', newId());
      const ctx = createToolContext<Context>({
        host: { ...host, ...more },
        tenantId: story.tenant.id,
        tenantSlug: story.tenant.slug,
        source: 'api',
        requestId: newRequestId(),
        ...rest,
      });
      const tool = { slug: 'tool_of_the_test' } as ResolvedTool;
      const any = runner as unknown as SpecRunner<AnyExecutionSpec, Context>;
      return {
        runId,
        output: await any.run({ spec: parsed.spec, tool, input, runId, hidden: NOTHING_HIDDEN, hide: () => {}, ctx }),
      };
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;
