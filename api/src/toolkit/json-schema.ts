import { type ZodType, z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

export function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON Schema 2020-12 of what callers send. Always derived, never written by hand. */
export function toInputSchema(schema: ZodType): JsonSchema {
  return derive(schema, 'input');
}

/** JSON Schema 2020-12 of what a tool answers. */
export function toOutputSchema(schema: ZodType): JsonSchema {
  return derive(schema, 'output');
}

function derive(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const derived = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Every whole number of JavaScript has these bounds; they tell a reader nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const { $schema: _version, '~standard': _standard, ...rest } = derived as JsonSchema;
  return rest;
}

/** Calls `see` for a schema and everything below it, with the path to each. */
export function walkSchema(
  schema: unknown,
  see: (node: JsonSchema, path: string[]) => void,
  path: string[] = [],
): void {
  if (!isSchemaObject(schema)) return;
  const node = schema;
  see(node, path);
  for (const word of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
    const children = node[word];
    if (!isSchemaObject(children)) continue;
    for (const [name, child] of Object.entries(children)) walkSchema(child, see, [...path, word, name]);
  }
  for (const word of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']) {
    walkSchema(node[word], see, [...path, word]);
  }
  for (const word of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const children = node[word];
    if (!Array.isArray(children)) continue;
    for (const [index, child] of children.entries()) walkSchema(child, see, [...path, word, String(index)]);
  }
}
