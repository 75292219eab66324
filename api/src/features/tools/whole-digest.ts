import { digestOf } from '#platform/canonical.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { MOST_DEPTH, slugsOf } from './execution-spec-steps.ts';

type FindTool = (slug: string) => ResolvedTool | undefined;

/** What a call of a tool does: its own definition, and those of the tools its steps name, all the way down. */
export function wholeDigestOf(tool: ResolvedTool, find: FindTool, depth = 0): string {
  const own = definitionDigestOf(tool);
  const steps = slugsOf(tool.executionSpec);
  if (steps.length === 0 || depth > MOST_DEPTH) return own;
  const below = steps.map((slug) => {
    const step = find(slug);
    return step ? wholeDigestOf(step, find, depth + 1) : null;
  });
  return digestOf([own, below]);
}
