import { type JSONSchema7, jsonSchema, type ToolSet, tool } from 'ai';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { describeForModel } from './describe-for-model.ts';
import { inputFor } from './input-for.ts';
import { outsideName } from './tool-slug.ts';

export type ModelCall = { slug: string; input: unknown; toolCallId: string; abortSignal: AbortSignal | undefined };

/**
 * Tools as a model gets them, for the agent or person that it works for. The order is always the same, so that providers can reuse what they have read before.
 * Input is not checked here: `call` does that, as for every other caller.
 */
export function toToolSet(
  tools: readonly ResolvedTool[],
  asked: AvailabilityContext,
  call: (call: ModelCall) => Promise<unknown>,
): ToolSet {
  const named = new Map<string, ResolvedTool>();
  for (const each of tools) {
    const name = outsideName(each.slug);
    // Where a release brought a tool whose name was taken, the code wins, as on the shelf.
    if (!named.has(name) || each.definition) named.set(name, each);
  }
  const names = [...named.keys()].sort();
  const entries = names.map((name) => {
    const resolved = named.get(name)!;
    const entry = tool({
      description: describeForModel(resolved),
      inputSchema: jsonSchema<unknown>(inputFor(resolved, asked).inputSchema as JSONSchema7),
      execute: (input: unknown, { toolCallId, abortSignal }) =>
        call({ slug: resolved.slug, input, toolCallId, abortSignal }),
    });
    return [name, entry] as const;
  });
  return Object.fromEntries(entries);
}
