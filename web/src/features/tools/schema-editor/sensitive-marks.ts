import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';

type Fields = readonly FieldDefinition[];
/** `path` is the way to the field by names; lists are no step. */
type Change = (field: FieldDefinition, path: string) => FieldDefinition;

function mapFields(fields: Fields, change: Change, within = ''): FieldDefinition[] {
  return fields.map((field) => {
    const path = `${within}${field.name}`;
    return change(mapInside(field, change, `${path}.`), path);
  });
}

function mapInside(field: FieldDefinition, change: Change, within: string): FieldDefinition {
  const { fields, items } = field;
  return {
    ...field,
    ...(fields && { fields: mapFields(fields, change, within) }),
    ...(items && { items: mapInside(items, change, within) }),
  };
}

/** The paths of all fields that fit. */
function pathsOf(fields: Fields, fits: (field: FieldDefinition) => boolean): string[] {
  const paths = new Set<string>();
  mapFields(fields, (field, path) => {
    if (field.name !== '' && fits(field)) paths.add(path);
    return field;
  });
  return [...paths];
}

/** The fields with a mark on those that the tool hides under these names. A name alone means every field of this name. */
export function markFields(fields: Fields, names: readonly string[]): FieldDefinition[] {
  return mapFields(fields, ({ sensitive: _before, ...field }, path) =>
    names.some((name) => `.${path}`.endsWith(`.${name}`)) ? { ...field, sensitive: true } : field,
  );
}

/** The names under which the tool hides what is marked. */
export function marksOf(fields: Fields): string[] {
  return pathsOf(fields, ({ sensitive }) => sensitive === true);
}

/** Names that no mark stands for: they are about the output, or about more than one place. */
export function otherNames(fields: Fields, names: readonly string[]): string[] {
  const paths = pathsOf(fields, () => true);
  return names.filter((name) => !paths.includes(name));
}

/** As the API takes them. */
export function withoutMarks(fields: Fields): FieldDefinition[] {
  return mapFields(fields, ({ sensitive: _mark, ...field }) => field);
}
