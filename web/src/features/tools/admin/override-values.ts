import { z } from 'zod';
import type {
  OverrideForm_ToolFragment,
  OverrideForm_WordsFragment,
  PermissionPolicy,
  ToolVisibility,
  UpsertToolOverrideInput,
} from '#gql/graphql.ts';

export const overrideWords = [
  'enabled',
  'name',
  'description',
  'icon',
  'category',
  'permissionPolicy',
  'visibility',
  'display',
  'outputSections',
] as const;

export type OverrideWord = (typeof overrideWords)[number];
/** The words of a tool, whether it is the base or the tool itself. */
export type ToolWords = Pick<OverrideForm_WordsFragment, OverrideWord>;
export type OverriddenTool = Pick<OverrideForm_ToolFragment, 'slug' | 'version' | 'overridden'> &
  ToolWords & { base?: ToolWords | null };

const text = (most: number, empty: string) => z.string().trim().min(1, empty).max(most, `At most ${most} characters.`);

function isList(json: string): boolean {
  try {
    return Array.isArray(JSON.parse(json));
  } catch {
    return false;
  }
}

/** What is in the inputs, and `own`: which of it is the tenant's and not the base's. */
const shape = z.object({
  enabled: z.boolean(),
  name: text(120, 'Write a name, or use the base value.'),
  description: text(4000, 'Say when to use it, or use the base value.'),
  icon: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/, 'Write the name of a Lucide icon, such as calculator.'),
  category: text(40, 'Write a category, or use the base value.'),
  permissionPolicy: z.custom<PermissionPolicy>(),
  visibility: z.custom<ToolVisibility>(),
  display: z.string().trim().max(120, 'At most 120 characters.'),
  outputSections: z.string().refine(isList, 'Write a JSON list of sections, such as [ ].'),
  own: z.record(z.enum(overrideWords), z.boolean()),
});

export type OverrideValues = z.output<typeof shape>;

export const overrideSchema = shape.refine(({ own, display }) => !own.display || display !== '', {
  path: ['display'],
  message: 'Name a component, or use the base value.',
});

const componentOf = (display: unknown) => String((display as { customUI?: string } | null)?.customUI ?? '');

const toJson = (sections: ToolWords['outputSections']) =>
  JSON.stringify(
    sections.map(({ key, label, type, config }) => ({ key, label, type, ...(config ? { config } : {}) })),
    null,
    2,
  );

/** The words as the inputs hold them. */
export function toInputs(words: ToolWords): Omit<OverrideValues, 'own'> {
  const { enabled, name, description, icon, category, permissionPolicy, visibility } = words;
  return {
    ...{ enabled, name, description, icon, category, permissionPolicy, visibility },
    display: componentOf(words.display),
    outputSections: toJson(words.outputSections),
  };
}

export function toOverrideValues(tool: OverriddenTool): OverrideValues {
  const own = Object.fromEntries(overrideWords.map((word) => [word, tool.overridden.includes(word)]));
  return { ...toInputs(tool), own: own as OverrideValues['own'] };
}

/** The tool without what this tenant changed. */
export const baseOf = (tool: OverriddenTool): ToolWords => tool.base ?? tool;

const isTouched = (word: OverrideWord, values: OverrideValues, seen: OverrideValues) =>
  values.own[word] !== seen.own[word] || (values.own[word] && values[word] !== seen[word]);

function toArgument(word: OverrideWord, values: OverrideValues): unknown {
  if (!values.own[word]) return null;
  if (word === 'display') return { customUI: values.display };
  return word === 'outputSections' ? JSON.parse(values.outputSections) : values[word];
}

export function touchedWords(values: OverrideValues, tool: OverriddenTool): OverrideWord[] {
  const seen = toOverrideValues(tool);
  return overrideWords.filter((word) => isTouched(word, values, seen));
}

/** Only what was touched, so that nobody else's change is sent back unseen; null asks for the base value. */
export function toPatch(values: OverrideValues, tool: OverriddenTool): Omit<UpsertToolOverrideInput, 'slug'> {
  return Object.fromEntries(touchedWords(values, tool).map((word) => [word, toArgument(word, values)]));
}

/** What was typed on top of a newer version: touched words stay, the rest is brought up to date. */
export function carryOver(values: OverrideValues, seen: OverriddenTool, present: OverriddenTool): OverrideValues {
  const fresh = toOverrideValues(present);
  const base = toInputs(baseOf(present));
  const touched = touchedWords(values, seen);
  const kept = touched.map((word) => [word, values.own[word] ? values[word] : base[word]]);
  const own = touched.map((word) => [word, values.own[word]]);
  return { ...fresh, ...Object.fromEntries(kept), own: { ...fresh.own, ...Object.fromEntries(own) } };
}
