/** Names by which an agent declares many tools at once: what joins a group later appears by itself. */
export const TOOL_GROUPS = {
  ENTITY: 'entity',
  WEB: 'web',
  ANALYSIS: 'analysis',
  ASSESSMENT: 'assessment',
  PLANNING: 'planning',
  WORKFLOW: 'workflow',
  TASKS: 'tasks',
  MEMORY: 'memory',
  /** The former name of `memory`, understood for one release. */
  CONTEXT: 'context',
  ADMIN: 'admin',
  VIEW: 'view',
  MEDIA: 'media',
} as const;

export type ToolGroup = (typeof TOOL_GROUPS)[keyof typeof TOOL_GROUPS];

export const TOOL_GROUP_LABELS: Readonly<Record<ToolGroup, string>> = {
  entity: 'Entities and documents',
  web: 'Web',
  analysis: 'Analysis',
  assessment: 'Assessment',
  planning: 'Planning',
  workflow: 'Workflows',
  tasks: 'Tasks',
  memory: 'Memory',
  context: 'Memory (former name)',
  admin: 'Administration',
  view: 'Views',
  media: 'Media',
};

/** Every agent has these unless one is switched off by hand. They only read. */
const BASELINE: ReadonlySet<string> = new Set(['getTaskStatus']);

const MEMORY_GROUPS = [TOOL_GROUPS.MEMORY, TOOL_GROUPS.CONTEXT];

/** Categories whose group has another name, or which belong to several; any other is a group by its own name. */
const GROUPS_OF_CATEGORY = new Map<string, readonly string[]>([
  ['document', [TOOL_GROUPS.ENTITY]],
  ['filter', [TOOL_GROUPS.ENTITY]],
  ['research', [TOOL_GROUPS.ENTITY]],
  ['task', [TOOL_GROUPS.TASKS]],
  ['memory', MEMORY_GROUPS],
  ['context', MEMORY_GROUPS],
  ['view', [TOOL_GROUPS.VIEW, TOOL_GROUPS.ADMIN]],
]);

type Grouped = { slug: string; category: string };

export function groupsOf({ category }: Grouped): readonly string[] {
  return GROUPS_OF_CATEGORY.get(category) ?? [category];
}

/** Whether an agent that declares these slugs and groups has the tool by that alone. */
export function isDeclared(declared: ReadonlySet<string>, tool: Grouped): boolean {
  if (BASELINE.has(tool.slug) || declared.has(tool.slug)) return true;
  return groupsOf(tool).some((group) => declared.has(group));
}
