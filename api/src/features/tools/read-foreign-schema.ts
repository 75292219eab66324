import type { FieldError } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { jsonSchemaToFields } from '#toolkit/json-schema-to-fields.ts';
import { readInput } from './tool-draft.ts';

/** The field that a problem is about, by its place in the list or by its name in the schema. */
function nameAt([, at, name]: readonly string[], fields: readonly FieldDefinition[]): string | undefined {
  return at === 'properties' ? name : fields[Number(at)]?.name;
}

/** Where it stands in what was given, which knows no list of fields. */
function placeInSchema({ path, message }: FieldError, fields: readonly FieldDefinition[]): FieldError {
  const name = nameAt(path, fields);
  const inside = path[1] === 'properties' ? path.slice(3) : path.slice(2);
  return { path: ['inputSchema', ...(name ? ['properties', name, ...inside] : [])], message };
}

/** A JSON Schema from anywhere: the fields that can be saved as they are, and all that they leave out. */
export function readForeignSchema(schema: unknown): { fields: FieldDefinition[]; problems: FieldError[] } {
  const read = jsonSchemaToFields(schema);
  const problems = read.problems.map(({ path, message }) => ({ path: ['inputSchema', ...path], message }));
  let fields = read.fields;
  for (;;) {
    const { value, problems: refused } = readInput({ fields }, 'draft');
    if (value) return { fields: value, problems };
    const seen = fields;
    problems.push(...refused.map((problem) => placeInSchema(problem, seen)));
    // One that goes may have been what another's visibility depends on, so the rest is looked at again.
    const unfit = new Set(refused.map(({ path }) => nameAt(path, seen)));
    fields = seen.filter(({ name }) => !unfit.has(name));
    if (fields.length === seen.length) return { fields: [], problems };
  }
}
