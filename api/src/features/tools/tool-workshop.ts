import type { Context } from '#access/context.ts';
import { requireScope } from '#access/viewer.ts';
import type { PublishListener } from '#toolkit/publish-listener.ts';
import { isMadeFor, type ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolShelf } from '#toolkit/tool-shelf.ts';
import type { DraftSurroundings } from './compose-tool.ts';
import { slugsOf } from './execution-spec-steps.ts';

/** What authoring needs to know of the rest of the house. */
export type Workshop = {
  /** All tools of the tenant, switched on or not. */
  shelf: ToolShelf;
  /** Kinds of execution spec that something here can run. */
  runnableKinds: ReadonlySet<string>;
  listeners: readonly PublishListener<Context>[];
};

/** A tool that this tenant can have; what is made for others does not exist here. */
export function findForTenant(ctx: Context, { shelf }: Workshop, slug: string): ResolvedTool | undefined {
  const { tenantSlug } = requireScope(ctx.viewer);
  const tool = shelf.find(slug);
  return tool && isMadeFor(tool, tenantSlug) ? tool : undefined;
}

/** The names of all that a tool takes; nothing when that is known only at the call. */
function inputsOf({ inputSchema, definition }: ResolvedTool): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = inputSchema;
  return additionalProperties || definition?.inputFor ? undefined : new Set(Object.keys(properties ?? {}));
}

/** Which compositions of the tenant call which tools. */
function callersOf({ tools }: ToolShelf): ReadonlyMap<string, string[]> {
  const callers = new Map<string, string[]>();
  for (const { slug, executionSpec } of tools) {
    for (const called of new Set(slugsOf(executionSpec))) callers.set(called, [...(callers.get(called) ?? []), slug]);
  }
  return callers;
}

export function surroundingsOf(ctx: Context, workshop: Workshop, slug: string): DraftSurroundings {
  const { runnableKinds } = workshop;
  const findSpec = (other: string) => {
    const tool = findForTenant(ctx, workshop, other);
    return tool && (tool.definition ? null : tool.executionSpec);
  };
  const findFields = (other: string) => findForTenant(ctx, workshop, other)?.fields ?? [];
  const findInputs = (other: string) => {
    const tool = findForTenant(ctx, workshop, other);
    return tool && inputsOf(tool);
  };
  const callers = callersOf(workshop.shelf);
  const findCallers = (other: string) => callers.get(other) ?? [];
  return { slug, runnableKinds, findSpec, findFields, findInputs, findCallers };
}
