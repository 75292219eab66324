import type { ResolvedTool } from '#toolkit/resolved-tool.ts';

/** Examples stand next to the description: neither every provider nor MCP has a place of its own for them. */
export function describeForModel({
  description,
  inputExamples,
}: Pick<ResolvedTool, 'description' | 'inputExamples'>): string {
  if (inputExamples.length === 0) return description;
  const examples = inputExamples.map(({ label, input }) => `- ${label}: ${JSON.stringify(input)}`);
  return [description, '', 'Examples of input:', ...examples].join('\n');
}
