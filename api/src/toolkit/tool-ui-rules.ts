import { FIELD_VARIANTS, type FieldDefinition } from './field-definition.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import type { FormSpec, ToolUi, ViewSpec } from './tool-ui.ts';

function* formProblems(form: FormSpec, fields: readonly FieldDefinition[]): Generator<string> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const placed = form.groups.flatMap((group) => group.fields);
  for (const name of placed.filter((each, at) => placed.indexOf(each) !== at)) yield `the form shows ${name} twice.`;
  for (const name of [...placed, ...Object.keys(form.fields)]) {
    if (!known.has(name)) yield `the form names ${name}, which the input does not have.`;
  }
  const folded = new Set(form.groups.filter((group) => group.additional).flatMap((group) => group.fields));
  for (const { name, required } of fields) {
    if (required && !placed.includes(name)) yield `the form leaves out ${name}, which must be filled in.`;
    if (required && folded.has(name)) yield `the form folds away ${name}, which must be filled in.`;
  }
  for (const [name, { variant }] of Object.entries(form.fields)) {
    const field = known.get(name);
    if (field && variant && !(FIELD_VARIANTS[field.type] as readonly string[]).includes(variant))
      yield `${name} is a ${field.type} and has no variant ${variant}.`;
    if (field?.schema && variant && variant !== field.variant) yield `${name} can only be written as ${field.variant}.`;
  }
}

function propertiesAt(schema: JsonSchema | null, path: string): JsonSchema | undefined {
  let place: unknown = schema;
  for (const step of path.split('.')) place = propertiesOf(place)?.[step];
  const rows = isSchemaObject(place) && isSchemaObject(place.items) ? place.items : place;
  return propertiesOf(rows);
}

const propertiesOf = (schema: unknown): JsonSchema | undefined =>
  isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : undefined;

function keysOf(block: ViewSpec['blocks'][number]): string[] {
  const columns = { stats: 'items', table: 'columns', chart: 'series' } as const;
  const listed = (block as Record<string, unknown>)[columns[block.kind]] as { key: string }[];
  return [...(block.kind === 'chart' ? [block.x.key] : []), ...listed.map(({ key }) => key)];
}

function* viewProblems(view: ViewSpec, output: JsonSchema | null): Generator<string> {
  for (const block of view.blocks) {
    const properties = propertiesAt(output, block.path);
    if (!properties) {
      yield `the view shows ${block.path}, which the output does not have.`;
      continue;
    }
    for (const key of keysOf(block)) {
      if (!(key in properties)) yield `the view shows ${block.path}.${key}, which the output does not have.`;
    }
  }
}

/** Where a form or a view does not fit the tool it is for. */
export function findUiProblems(
  ui: ToolUi,
  tool: { fields: readonly FieldDefinition[]; outputSchema: JsonSchema | null },
): string[] {
  return [
    ...(ui.form ? formProblems(ui.form, tool.fields) : []),
    ...(ui.view ? viewProblems(ui.view, tool.outputSchema) : []),
  ];
}
