import { type FieldDefinition, isDemanded, isList, shortestText, variantOf } from './field-definition.ts';
import { toFieldNote } from './field-note.ts';
import type { JsonSchema } from './json-schema.ts';

export const MEDIA_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    fileId: { type: 'string', minLength: 1 },
    name: { type: 'string' },
    mediaType: { type: 'string' },
    size: { type: 'integer', minimum: 0 },
  },
  required: ['fileId', 'name', 'mediaType', 'size'],
  additionalProperties: false,
};

function bounds(least: string, min: number | undefined, most: string, max: number | undefined): JsonSchema {
  return { ...(min === undefined ? {} : { [least]: min }), ...(max === undefined ? {} : { [most]: max }) };
}

function text(field: FieldDefinition, least = field.min): JsonSchema {
  return {
    type: 'string',
    ...bounds('minLength', least, 'maxLength', field.max),
    ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
  };
}

function list(field: FieldDefinition, items: JsonSchema): JsonSchema {
  return { type: 'array', items, ...bounds('minItems', field.min, 'maxItems', field.max) };
}

function relation(field: FieldDefinition): JsonSchema {
  const record = { type: 'string', minLength: 1 };
  const entity = field.entityType ? { 'x-entity-type': field.entityType } : {};
  return isList(field)
    ? { ...list(field, record), 'x-entity-select': 'multiple', ...entity }
    : { ...record, ...entity };
}

function toValueSchema(field: FieldDefinition): JsonSchema {
  switch (field.type) {
    case 'text':
      return text(field, shortestText(field));
    case 'url':
    case 'phone':
      return text(field);
    case 'email':
      return { ...text(field), format: 'email' };
    case 'number':
      return {
        type: field.integer ? 'integer' : 'number',
        ...bounds('minimum', field.min, 'maximum', field.max),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: variantOf(field) === 'datetime' ? 'date-time' : 'date' };
    case 'enum':
      return { type: 'string', enum: (field.options ?? []).map((option) => option.value) };
    case 'media':
      return isList(field) ? list(field, MEDIA_SCHEMA) : MEDIA_SCHEMA;
    case 'relation':
      return relation(field);
    case 'object':
      return fieldsToJsonSchema(field.fields ?? []);
    case 'array':
      return list(field, field.items ? toItem(field.items) : { not: {} });
  }
}

/** Models send null for what they leave out, so a field that may be left out accepts it. */
function nullable(schema: JsonSchema): JsonSchema {
  const accepted = { ...schema, type: [schema.type, 'null'] };
  return Array.isArray(schema.enum) ? { ...accepted, enum: [...schema.enum, null] } : accepted;
}

function annotate(field: FieldDefinition, value: JsonSchema, note: JsonSchema): JsonSchema {
  return {
    title: field.label,
    ...(field.description === undefined ? {} : { description: field.description }),
    ...value,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...note,
  };
}

/** An entry of a list is always there, whatever its definition says of being required. */
function toItem(field: FieldDefinition): JsonSchema {
  return annotate(field, toValueSchema({ ...field, required: true }), toFieldNote(field, true, true));
}

function toProperty(field: FieldDefinition): JsonSchema {
  const demanded = isDemanded(field);
  const value = toValueSchema(field);
  return annotate(field, demanded ? value : nullable(value), toFieldNote(field, demanded, false));
}

/** JSON Schema 2020-12 of a list of fields, under the rules of strict mode. `jsonSchemaToFields` is its inverse. */
export function fieldsToJsonSchema(fields: readonly FieldDefinition[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
    required: fields.filter(isDemanded).map((field) => field.name),
    additionalProperties: false,
  };
}
