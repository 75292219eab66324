import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { isSchemaObject, type JsonSchema } from '#toolkit/json-schema.ts';

/** A schema without references and without null. */
function open(schema: unknown, root: JsonSchema): JsonSchema {
  if (!isSchemaObject(schema)) return {};
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') {
    const steps = $ref.split('/').slice(1);
    return open(
      steps.reduce<unknown>((at, step) => (isSchemaObject(at) ? at[step] : undefined), root),
      root,
    );
  }
  const real = Array.isArray(anyOf) ? anyOf.filter((choice) => choice.type !== 'null') : [];
  return real.length === 1 ? open(real[0], root) : schema;
}

/** The properties of an input, at any depth, that a form of these fields asks nobody for. */
export function uncoveredInputs(
  schema: JsonSchema,
  fields: readonly FieldDefinition[],
  root: JsonSchema = schema,
): string[] {
  const { properties } = open(schema, root);
  return Object.entries(isSchemaObject(properties) ? properties : {}).flatMap(([name, property]) => {
    const field = fields.find((each) => each.name === name);
    return field ? uncoveredIn(property, field, root).map((inside) => `${name}.${inside}`) : [name];
  });
}

function uncoveredIn(property: unknown, field: FieldDefinition, root: JsonSchema): string[] {
  if (field.schema || field.type === 'media') return [];
  const schema = open(property, root);
  if (field.items) return uncoveredIn(schema.items, field.items, root);
  return uncoveredInputs(schema, field.fields ?? [], root);
}
