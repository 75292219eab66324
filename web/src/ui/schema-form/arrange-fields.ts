import { FIELD_VARIANTS, type FieldDefinition, type FieldType } from './field-definition.ts';
import type { FieldChange, FormLayout } from './form-layout.ts';

/** Fields that stand together on the page. */
export type FieldGroup = Omit<FormLayout['groups'][number], 'fields'> & { fields: FieldDefinition[] };

/** Their variant tells what the value is, not only how it is asked for. */
const VARIANT_IS_MEANING = new Set<FieldType>(['date', 'media', 'relation']);

function mayHaveVariant({ type, schema }: FieldDefinition, variant: string): boolean {
  const variants: readonly string[] = FIELD_VARIANTS[type];
  return variants.includes(variant) && !VARIANT_IS_MEANING.has(type) && !schema;
}

function changeField(field: FieldDefinition, { variant, ...texts }: FieldChange): FieldDefinition {
  return { ...field, ...texts, ...(variant && mayHaveVariant(field, variant) && { variant }) };
}

/** The fields in the order of the page. Those that no group names come last, operators' ones at the very end. */
export function arrangeFields(
  fields: readonly FieldDefinition[],
  layout: FormLayout | undefined,
  additional: readonly string[] = [],
): FieldGroup[] {
  const left = new Map(fields.map((field) => [field.name, field]));
  function take(name: string): FieldDefinition[] {
    const field = left.get(name);
    left.delete(name);
    const change = layout && Object.hasOwn(layout.fields, name) ? layout.fields[name] : undefined;
    return field ? [change ? changeField(field, change) : field] : [];
  }

  const named = (layout?.groups ?? []).map((group) => ({ ...group, fields: group.fields.flatMap(take) }));
  const aside = fields.filter(({ name }) => left.has(name) && additional.includes(name)).map(({ name }) => name);
  const rest = [...left.keys()].filter((name) => !aside.includes(name));
  const groups: FieldGroup[] = [
    ...named,
    { columns: 1, additional: false, fields: rest.flatMap(take) },
    { columns: 1, additional: true, fields: aside.flatMap(take) },
  ];
  return groups.filter((group) => group.fields.length > 0);
}
