import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

function isSaid([key, value]: [string, unknown]): boolean {
  if (value === undefined || value === null) return false;
  return !(key === 'integer' && value === false) && key !== '__typename';
}

/** Without what says nothing: the API refuses null where it expects a text. The same object if it was clean. */
export function cleanField(field: FieldDefinition): FieldDefinition {
  const fields = field.fields && cleanFields(field.fields);
  const items = field.items && cleanField(field.items);
  const entries = Object.entries(field);
  if (entries.every(isSaid) && fields === field.fields && items === field.items) return field;
  return Object.fromEntries(entries.concat(Object.entries({ fields, items })).filter(isSaid)) as FieldDefinition;
}

/** As the API takes fields; unchanged ones stay the same objects. */
export function cleanFields(fields: readonly FieldDefinition[]): readonly FieldDefinition[] {
  const clean = fields.map(cleanField);
  return clean.every((field, at) => field === fields[at]) ? fields : clean;
}
