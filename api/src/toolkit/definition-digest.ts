import { digestOf } from '#platform/canonical.ts';
import type { ResolvedTool } from './resolved-tool.ts';

const known = new WeakMap<ResolvedTool, string>();

/** What a tool takes, gives and does, and under which policy. Renaming it changes nothing; changing what it does changes this. */
export function definitionDigestOf(tool: ResolvedTool): string {
  const digest =
    known.get(tool) ??
    digestOf({
      slug: tool.slug,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      executionSpec: tool.executionSpec,
      permissionPolicy: tool.permissionPolicy,
    });
  known.set(tool, digest);
  return digest;
}
