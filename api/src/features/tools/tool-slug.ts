import type { ToolShelf } from '#toolkit/tool-shelf.ts';

const SLUG = /^[A-Za-z][A-Za-z0-9_:-]{0,63}$/;
/** Words of addresses, and of things that tools share their names with. */
const RESERVED = new Set(['new', 'edit', 'admin', 'api', 'graphql', 'mcp', 'settings', 'tool', 'tools', 'system', 't']);
/** Agents that other agents call appear as tools under this prefix. */
const RESERVED_PREFIX = /^agent:/i;

/** Why a tool cannot be called like this; nothing when it can. */
export function findSlugProblem(slug: string): string | undefined {
  if (!SLUG.test(slug)) return 'Use 1 to 64 letters, digits, dashes, underscores and colons, starting with a letter.';
  if (RESERVED.has(slug.toLowerCase()) || RESERVED_PREFIX.test(slug)) {
    return `${slug} is reserved. Choose another slug.`;
  }
  return undefined;
}

/** How models and MCP clients call a tool: they know no colons. */
export const outsideName = (slug: string) => slug.replaceAll(':', '_');

/** Another tool that already goes by this name, inside or outside. */
export function findNamesake(slug: string, shelf: ToolShelf): string | undefined {
  const name = outsideName(slug);
  return shelf.tools.find((tool) => outsideName(tool.slug) === name)?.slug;
}
