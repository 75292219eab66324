import type { FieldError } from '#platform/errors.ts';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import { jsonSchemaToFields } from '#toolkit/json-schema-to-fields.ts';
import { toSchemaPlace } from './field-places.ts';
import { readInput } from './tool-draft.ts';

/** A JSON Schema from anywhere: the fields that can be saved as they are, and all that they leave out. */
export function readForeignSchema(schema: unknown): { fields: FieldDefinition[]; problems: FieldError[] } {
  const read = jsonSchemaToFields(schema);
  const problems = read.problems.map(({ path, message }) => ({ path: ['inputSchema', ...path], message }));
  let fields = read.fields;
  for (;;) {
    const { value, problems: refused } = readInput({ fields }, 'draft');
    if (value) return { fields: value, problems };
    const seen = fields;
    for (const { path, message } of refused)
      problems.push({ path: ['inputSchema', ...toSchemaPlace(path.slice(1), seen)], message });
    // One that goes may have been what another's visibility depends on, so the rest is looked at again.
    const unfit = new Set(refused.map(({ path }) => seen[Number(path[1])]?.name));
    fields = seen.filter(({ name }) => !unfit.has(name));
    if (fields.length === seen.length) return { fields: [], problems };
  }
}
