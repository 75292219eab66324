import type { FieldError } from '#platform/errors.ts';
import { describesField } from '#toolkit/described-fields.ts';
import type { JsonSchema } from '#toolkit/json-schema.ts';

/** What a tool takes and gives. */
type Schemas = readonly (JsonSchema | null)[];

const isThere = (name: string, schemas: Schemas) =>
  schemas.some((schema) => schema !== null && describesField(schema, name));

/** A name that nothing has would hide nothing, and nobody would notice. */
export function findUnknownNames(names: readonly string[], schemas: Schemas): FieldError[] {
  return names.flatMap((name, index) => {
    if (isThere(name, schemas)) return [];
    const message = `Neither the input nor the output schema has ${name}. Correct the name, add it there, or leave it out.`;
    return [{ path: ['sensitiveFields', String(index)], message }];
  });
}

/** Which names still mean something, and which were hidden until now and are gone. */
export function sortNames(names: readonly string[], schemas: Schemas): { fitting: string[]; gone: string[] } {
  const { fitting = [], gone = [] } = Object.groupBy(names, (name) => (isThere(name, schemas) ? 'fitting' : 'gone'));
  return { fitting, gone };
}
