import { isRecord, type Values } from '#ui/schema-form/field-definition.ts';

/** What a tool asks for, before the output is known to have it. View specs and sections differ only in how they say it. */
export type BlockPlan = { kind: string; path: readonly string[]; title?: string; config: Values };

const MOST_BLOCKS = 50;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function listOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isRecord).slice(0, MOST_BLOCKS) : [];
}

export function planViewSpec(viewSpec: unknown): BlockPlan[] {
  return listOf(isRecord(viewSpec) ? viewSpec.blocks : undefined).flatMap((block) => {
    const path = text(block.path);
    if (path === undefined) return [];
    return { kind: text(block.kind) ?? 'custom', path: path.split('.'), title: text(block.title), config: block };
  });
}

export function planSections(sections: unknown): BlockPlan[] {
  return listOf(sections).flatMap((section) => {
    const key = text(section.key);
    if (key === undefined) return [];
    const type = text(section.type)?.toLowerCase() ?? 'custom';
    const config = isRecord(section.config) ? section.config : {};
    return { kind: type === 'summary' ? 'stats' : type, path: [key], title: text(section.label), config };
  });
}
