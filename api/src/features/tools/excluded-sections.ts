import type { FieldError } from '#platform/errors.ts';
import { flattenSchema, SchemaMisfit, SchemaTooLarge } from '#toolkit/flatten-schema.ts';
import { isSchemaObject, type JsonSchema } from '#toolkit/json-schema.ts';
import type { OutputSection } from '#toolkit/tool-definition.ts';

/** The names of all that an output can have; nothing when it may have others too. */
function closedNames(outputSchema: JsonSchema): string[] | undefined {
  try {
    const { schema } = flattenSchema(outputSchema, { root: outputSchema, visited: 0 }, new Set(['#']));
    const { properties, patternProperties, additionalProperties } = schema;
    const isClosed = isSchemaObject(properties) && additionalProperties === false && patternProperties === undefined;
    return isClosed ? Object.keys(properties) : undefined;
  } catch (error) {
    if (error instanceof SchemaMisfit || error instanceof SchemaTooLarge) return undefined;
    throw error;
  }
}

/** Sections that would stay empty forever, because the output cannot have what they show. */
export function findExcludedSections(
  sections: readonly OutputSection[],
  outputSchema: JsonSchema | null,
): FieldError[] {
  const names = outputSchema && closedNames(outputSchema);
  if (!names) return [];
  return sections.flatMap(({ key }, index) =>
    names.includes(key)
      ? []
      : [{ path: ['outputSections', String(index), 'key'], message: `The output schema has no property ${key}.` }],
  );
}
