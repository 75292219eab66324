import { z } from 'zod';
import { FIELD_TYPES, type FieldDefinition, type FieldOption, ITEM_NAME } from './field-definition.ts';
import type { JsonSchema } from './json-schema.ts';

/** What JSON Schema has no word for travels under this one, so that nothing is lost on the way back. */
export const FIELD_WORD = 'x-field';

const noteShape = z.object({
  name: z.string().optional().catch(undefined),
  type: z.enum(FIELD_TYPES).optional().catch(undefined),
  variant: z.string().optional().catch(undefined),
  required: z.boolean().optional().catch(undefined),
  min: z.number().optional().catch(undefined),
  labels: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .optional()
    .catch(undefined),
  visibleWhen: z
    .object({ field: z.string(), in: z.array(z.union([z.string(), z.number(), z.boolean()])) })
    .optional()
    .catch(undefined),
});

export type FieldNote = z.output<typeof noteShape>;

/** Types that JSON Schema would show as a plain text, list or object. */
function isHiddenType({ type, entityType }: FieldDefinition): boolean {
  return ['url', 'phone', 'media'].includes(type) || (type === 'relation' && !entityType);
}

function labelsOf({ options = [] }: FieldDefinition): FieldOption[] | undefined {
  const own = options.filter((option) => option.label !== option.value);
  return own.length === 0 ? undefined : own;
}

/** The rest of a field, beside its JSON Schema; nothing when there is no rest. `demanded`: the schema says required. */
export function toFieldNote(field: FieldDefinition, demanded: boolean, isItem: boolean): JsonSchema {
  const note: FieldNote = {
    name: isItem && field.name !== ITEM_NAME ? field.name : undefined,
    type: isHiddenType(field) ? field.type : undefined,
    variant: field.variant,
    required: field.required === demanded ? undefined : field.required,
    min: field.type === 'text' && field.min === 1 ? 1 : undefined,
    labels: labelsOf(field),
    visibleWhen: field.visibleWhen,
  };
  const told = Object.entries(note).filter(([, value]) => value !== undefined);
  return told.length === 0 ? {} : { [FIELD_WORD]: Object.fromEntries(told) };
}

/** Notes are hints: what does not make sense is ignored. */
export function readFieldNote(schema: JsonSchema): FieldNote {
  const parsed = noteShape.safeParse(schema[FIELD_WORD] ?? {});
  return parsed.success ? parsed.data : {};
}
