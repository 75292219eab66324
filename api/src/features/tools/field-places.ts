import type { FieldDefinition } from '#toolkit/field-definition.ts';

/** A place in the schema of fields, as a place in their list: `properties.city` is `0`. */
export function toFieldPlace(path: readonly string[], fields: readonly FieldDefinition[]): string[] {
  const place: string[] = [];
  let group: readonly FieldDefinition[] = fields;
  let field: FieldDefinition | undefined;
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] === 'items' && field?.items) {
      field = field.items;
      group = field.fields ?? [];
      place.push('items');
      continue;
    }
    const index = path[at] === 'properties' ? group.findIndex(({ name }) => name === path[at + 1]) : -1;
    if (index < 0) break;
    if (field) place.push('fields');
    place.push(String(index));
    field = group[index];
    at += 1;
    group = field?.fields ?? [];
  }
  return place;
}

const SCHEMA_WORDS: Record<string, string[]> = { name: [], label: ['title'] };

/** The way back: a place in a list of fields, as a place in their schema. */
export function toSchemaPlace(path: readonly string[], fields: readonly FieldDefinition[]): string[] {
  const [index, ...rest] = path;
  const field = fields[Number(index)];
  return field ? ['properties', field.name, ...withinField(rest, field)] : [];
}

function withinField([word, ...rest]: readonly string[], { fields, items }: FieldDefinition): string[] {
  if (word === undefined) return [];
  if (word === 'fields' && fields) return toSchemaPlace(rest, fields);
  if (word === 'items' && items) return ['items', ...withinField(rest, items)];
  return SCHEMA_WORDS[word] ?? [word, ...rest];
}
