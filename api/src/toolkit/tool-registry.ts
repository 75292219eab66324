import { ToolMistake } from './define-tool.ts';
import type { ToolDefinition } from './tool-definition.ts';

export type ToolMeta = Pick<
  ToolDefinition,
  | 'slug'
  | 'name'
  | 'description'
  | 'category'
  | 'icon'
  | 'collaborative'
  | 'outputSections'
  | 'requiredPermission'
  | 'tenantSlugs'
>;

/** The part of a definition that can be sent: no code, no schema. */
export function toToolMeta(tool: ToolDefinition): ToolMeta {
  const { slug, name, description, category, icon, collaborative, outputSections, requiredPermission, tenantSlugs } =
    tool;
  return { slug, name, description, category, icon, collaborative, outputSections, requiredPermission, tenantSlugs };
}

/** Which code tools there are. Nothing else knows. */
export function createToolRegistry() {
  const tools = new Map<string, ToolDefinition>();
  return {
    register(tool: ToolDefinition, { replace = false } = {}): void {
      if (tools.has(tool.slug) && !replace) throw new ToolMistake(tool.slug, 'the slug is taken by another tool.');
      tools.set(tool.slug, tool);
    },
    /** Takes out tools whose environment is not there, and says which. */
    withdraw(isMissing: (variable: string) => boolean): { slug: string; missing: string[] }[] {
      const withdrawn: { slug: string; missing: string[] }[] = [];
      for (const tool of tools.values()) {
        const missing = tool.requiredEnv.filter(isMissing);
        if (missing.length === 0) continue;
        tools.delete(tool.slug);
        withdrawn.push({ slug: tool.slug, missing });
      }
      return withdrawn;
    },
    get: (slug: string) => tools.get(slug),
    all: () => [...tools.values()],
    allMeta: () => [...tools.values()].map(toToolMeta),
  };
}

export type ToolRegistry = ReturnType<typeof createToolRegistry>;
