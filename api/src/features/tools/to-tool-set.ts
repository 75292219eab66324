import { type JSONSchema7, jsonSchema, type ToolSet, tool } from 'ai';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { outsideName } from './tool-slug.ts';

export type ModelCall = { slug: string; input: unknown; toolCallId: string; abortSignal: AbortSignal | undefined };

/** Examples stand next to the description: not every provider has a place of its own for them. */
function describeForModel({ description, inputExamples }: ResolvedTool): string {
  if (inputExamples.length === 0) return description;
  const examples = inputExamples.map(({ label, input }) => `- ${label}: ${JSON.stringify(input)}`);
  return [description, '', 'Examples of input:', ...examples].join('\n');
}

/**
 * Tools as a model gets them. The order is always the same, so that providers can reuse what they have read before.
 * Input is not checked here: `call` does that, as for every other caller.
 */
export function toToolSet(tools: readonly ResolvedTool[], call: (call: ModelCall) => Promise<unknown>): ToolSet {
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
      inputSchema: jsonSchema<unknown>(resolved.inputSchema as JSONSchema7),
      execute: (input: unknown, { toolCallId, abortSignal }) =>
        call({ slug: resolved.slug, input, toolCallId, abortSignal }),
    });
    return [name, entry] as const;
  });
  return Object.fromEntries(entries);
}
