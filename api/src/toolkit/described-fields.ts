import { resolveReference, SchemaMisfit } from './flatten-schema.ts';
import { isSchemaObject, type JsonSchema, walkSchema } from './json-schema.ts';

/** What leads nowhere describes nothing. */
function follow(reference: string, root: JsonSchema): unknown {
  try {
    return resolveReference(reference, root);
  } catch (error) {
    if (error instanceof SchemaMisfit) return undefined;
    throw error;
  }
}

/** All that describes these values, or the entries of their lists. Each part is looked at once, however often it is referred to. */
function facesOf(schemas: readonly unknown[], root: JsonSchema): JsonSchema[] {
  const faces = new Set<JsonSchema>();
  const waiting = [...schemas];
  for (const schema of waiting) {
    if (!isSchemaObject(schema) || faces.has(schema)) continue;
    faces.add(schema);
    const { $ref: reference, items, anyOf, oneOf, allOf, prefixItems } = schema;
    waiting.push(...[items, anyOf, oneOf, allOf, prefixItems].flat());
    if (typeof reference === 'string') waiting.push(follow(reference, root));
  }
  return [...faces];
}

/** Whether a schema describes something that would be hidden under this name. */
export function describesField(schema: JsonSchema, name: string): boolean {
  const everything: JsonSchema[] = [];
  walkSchema(schema, (node) => everything.push(node));
  const found = name
    .split('.')
    .reduce<unknown[]>(
      (parts, step) =>
        facesOf(parts, schema).flatMap(({ properties }) =>
          isSchemaObject(properties) && Object.hasOwn(properties, step) ? [properties[step]] : [],
        ),
      everything,
    );
  return found.length > 0;
}
