import { toCanonicalJson } from '#platform/canonical.ts';
import { type FlatSchema, flattenSchema, type SchemaDocument } from '#toolkit/flatten-schema.ts';
import { isSchemaObject, type JsonSchema } from '#toolkit/json-schema.ts';
import { EACH, nameOf } from './tool-loss-inputs.ts';

export type OutputLoss = { path: string[]; message: string };

type Part = { schema: unknown; document: SchemaDocument; opened: ReadonlySet<string> };

/** Without references and wrappers; nothing where that cannot be had, as in a choice between shapes. */
function flatten({ schema, document, opened }: Part): FlatSchema | undefined {
  try {
    return flattenSchema(schema, document, opened);
  } catch {
    return undefined;
  }
}

const propertiesOf = ({ properties }: JsonSchema) => (isSchemaObject(properties) ? properties : undefined);
const itemsOf = ({ items }: JsonSchema) => (isSchemaObject(items) ? items : undefined);
const lose = (path: string[], what: string): OutputLoss => ({
  path,
  message: path.length === 0 ? `the output ${what}` : `the output ${nameOf(path)} ${what}`,
});
const SILENT = 'is no longer promised';

function compare(was: Part, is: Part, path: string[]): OutputLoss[] {
  const [before, now] = [flatten(was), flatten(is)];
  if (!before || !now) {
    const isSame = toCanonicalJson(was.schema) === toCanonicalJson(is.schema);
    return isSame || path.length === 0 ? [] : [lose(path, 'has another shape')];
  }
  if (path.length > 0) {
    if (toCanonicalJson(before.schema.type) !== toCanonicalJson(now.schema.type))
      return [lose(path, 'has another type')];
    if (now.nullable && !before.nullable) return [lose(path, 'may be null now')];
  }
  const below = (schema: unknown, part: Part, { opened }: FlatSchema): Part => ({ ...part, schema, opened });
  const offered = propertiesOf(now.schema);
  const wasSure = new Set([before.schema.required].flat());
  const isSure = new Set([now.schema.required].flat());
  const lost = Object.entries(propertiesOf(before.schema) ?? {}).flatMap(([name, schema]) => {
    const at = [...path, name];
    if (!offered) return [lose(at, SILENT)];
    if (!Object.hasOwn(offered, name)) return [lose(at, 'is gone')];
    if (wasSure.has(name) && !isSure.has(name)) return [lose(at, 'may be missing now')];
    return compare(below(schema, was, before), below(offered[name], is, now), at);
  });
  const [had, has] = [itemsOf(before.schema), itemsOf(now.schema)];
  if (!had) return lost;
  const each = [...path, EACH];
  return [...lost, ...(has ? compare(below(had, was, before), below(has, is, now), each) : [lose(each, SILENT)])];
}

/** What a change takes away from those who read the output. A tool that promised nothing takes nothing away. */
export function compareOutputs(before: JsonSchema | null, after: JsonSchema | null): OutputLoss[] {
  if (!before) return [];
  const whole = (root: JsonSchema): Part => ({ schema: root, document: { root, visited: 0 }, opened: new Set() });
  const lost = compare(whole(before), whole(after ?? {}), []);
  if (after || lost.length > 0) return lost;
  // Of an object without properties there was nothing to read; a bare value or a choice of shapes was read as it is.
  const flat = flatten(whole(before));
  return flat && (flat.schema.type ?? 'object') === 'object' ? [] : [lose([], SILENT)];
}
