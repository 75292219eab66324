import { type FilterFieldConfig, schemaToFilterFields } from '#toolkit/filter-fields.ts';
import { isSchemaObject, type JsonSchema } from '#toolkit/json-schema.ts';

/** A list of rows somewhere in an output, and how its readers filter it. */
export type OutputTable = { path: string[]; filters: FilterFieldConfig[] };

const DEEPEST = 5;
const MOST_TABLES = 50;

/** A value that may be null is described by its other branch. */
function unwrap(schema: unknown): JsonSchema | null {
  if (!isSchemaObject(schema)) return null;
  const branches = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(branches)) return schema;
  return branches.find((branch) => isSchemaObject(branch) && branch.type !== 'null') ?? null;
}

function* walk(given: unknown, path: string[]): Generator<OutputTable> {
  const schema = unwrap(given);
  if (!schema || path.length > DEEPEST) return;
  const columns = unwrap(schema.items)?.properties;
  if (isSchemaObject(columns)) yield { path, filters: schemaToFilterFields(columns) };
  if (!isSchemaObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) yield* walk(property, [...path, name]);
}

/** Every list of rows that an output schema describes, outermost first. */
export function findOutputTables(outputSchema: JsonSchema | null): OutputTable[] {
  return [...walk(outputSchema, [])].filter(({ filters }) => filters.length > 0).slice(0, MOST_TABLES);
}
