import { z } from 'zod';
import { toCodeTool } from '#features/tools/code-tools.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';

/** A tool in code with nothing special about it but what is given. */
export function makeCodeTool(slug: string, more: Partial<ToolDefinition> = {}): ResolvedTool {
  const definition = {
    slug,
    name: `Name of ${slug}`,
    description: 'A tool in code.',
    category: 'test',
    icon: 'wrench',
    origin: 'custom',
    input: z.object({ query: z.string() }),
    output: z.object({ answer: z.string() }),
    execute: () => ({ answer: '' }),
    ...more,
  };
  return toCodeTool(defineTool(definition as ToolDefinition));
}
