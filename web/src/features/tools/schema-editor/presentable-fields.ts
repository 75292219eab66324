import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

/** An unfinished field as a form can show it: options of their own values, and texts where they are missing. */
export function presentable(field: FieldDefinition): FieldDefinition {
  const values = new Set<string>();
  const options = field.options?.filter(({ value }) => {
    const isNew = value !== '' && !values.has(value);
    values.add(value);
    return isNew;
  });
  return {
    ...field,
    label: field.label || field.name || 'Unnamed field',
    options: options?.map(({ value, label }) => ({ value, label: label || value })),
    fields: field.fields && presentableFields(field.fields),
    items: field.items && presentable(field.items),
  };
}

/** Fields without a name of their own cannot hold a value, so they are left out. */
export function presentableFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  const names = new Set<string>();
  return fields
    .filter(({ name }) => {
      const isOwn = name !== '' && !names.has(name);
      names.add(name);
      return isOwn;
    })
    .map(presentable);
}
