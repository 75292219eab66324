import type { FieldDefinition } from './field-definition.ts';
import { offersNull } from './flatten-schema.ts';
import { humanizeFieldName } from './humanize-field-name.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { jsonSchemaToFields, type StandIn } from './json-schema-to-fields.ts';

/** Asks for a value of any shape as JSON. Whether it fits is for the tool to say. */
const toJsonField: StandIn = (property, { name, demanded }) => {
  const schema = isSchemaObject(property) ? property : {};
  const { title, description, default: fallback } = schema;
  return {
    name,
    label: typeof title === 'string' && title.trim() ? title : humanizeFieldName(name),
    type: 'object',
    variant: 'json',
    required: demanded && !offersNull(schema),
    ...(typeof description === 'string' ? { description } : {}),
    ...(fallback === undefined || fallback === null ? {} : { default: fallback }),
    schema,
  };
};

/** The form of an input that has a schema already: one field for each property, as JSON where no other will do. */
export function toFormFields(inputSchema: JsonSchema): FieldDefinition[] {
  const { properties, required } = inputSchema;
  const { fields } = jsonSchemaToFields(inputSchema, toJsonField);
  // Of a schema that is too large to be read through, each property is written as JSON.
  if (fields.length > 0 || !isSchemaObject(properties)) return fields;
  return Object.entries(properties).map(([name, property]) =>
    toJsonField(property, { name, demanded: Array.isArray(required) && required.includes(name) }),
  );
}
