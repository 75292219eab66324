import type { output as ZodOutput } from 'zod';
import { stripNulls } from '#toolkit/strict-mode.ts';
import type { ToolContext } from '#toolkit/tool-context.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { createToolRegistry, type ToolRegistry } from '#toolkit/tool-registry.ts';

/** A registry with just these tools; a later one takes the place of an earlier one with its slug. */
export function mockToolRegistry(...tools: ToolDefinition[]): ToolRegistry {
  const registry = createToolRegistry();
  for (const tool of tools) registry.register(tool, { replace: true });
  return registry;
}

/** A context with nothing in it but what is given. */
export function createToolContext<Host>(given: Partial<ToolContext<Host>>): ToolContext<Host> {
  return {
    host: undefined as Host,
    tenantId: 'tenant-for-tests',
    tenantSlug: 'demo',
    permissions: new Set(),
    source: 'web',
    requestId: 'request-for-tests',
    spaceId: null,
    attachments: [],
    secrets: {},
    apiKeys: {},
    audit: () => {},
    callbacks: {},
    abortSignal: new AbortController().signal,
    ...given,
  };
}

/** A tool as a caller meets it: what it takes and what it gives are held against its schemas. */
export function captureTool<Tool extends Pick<ToolDefinition, 'slug' | 'input' | 'output'>>(
  tool: Tool & { execute(input: never, ctx: never): unknown },
) {
  return {
    tool,
    /** The first complaint of each refused field, by its path. */
    refuse(input: unknown): Record<string, string> {
      const parsed = tool.input.safeParse(stripNulls(input));
      const issues = parsed.success ? [] : parsed.error.issues.toReversed();
      return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
    },
    async run(input: unknown, ctx: Partial<ToolContext> = {}): Promise<ZodOutput<Tool['output']>> {
      const accepted = tool.input.parse(stripNulls(input));
      const given = await tool.execute(accepted as never, createToolContext(ctx) as never);
      return tool.output.parse(given) as ZodOutput<Tool['output']>;
    },
  };
}
