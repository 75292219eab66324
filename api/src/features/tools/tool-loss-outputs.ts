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

function compare(was: Part, is: Part, path: string[]): OutputLoss[] {
  const lose = (what: string, at = path): OutputLoss => ({ path: at, message: `the output ${nameOf(at)} ${what}` });
  const [before, now] = [flatten(was), flatten(is)];
  if (!before || !now) {
    const isSame = toCanonicalJson(was.schema) === toCanonicalJson(is.schema);
    return isSame || path.length === 0 ? [] : [lose('has another shape')];
  }
  if (path.length > 0) {
    if (toCanonicalJson(before.schema.type) !== toCanonicalJson(now.schema.type)) return [lose('has another type')];
    if (now.nullable && !before.nullable) return [lose('may be null now')];
  }
  const below = (schema: unknown, part: Part, { opened }: FlatSchema): Part => ({ ...part, schema, opened });
  const offered = propertiesOf(now.schema);
  const wasSure = new Set([before.schema.required].flat());
  const isSure = new Set([now.schema.required].flat());
  const lost = Object.entries(offered ? (propertiesOf(before.schema) ?? {}) : {}).flatMap(([name, schema]) => {
    const at = [...path, name];
    if (!Object.hasOwn(offered!, name)) return [lose('is gone', at)];
    if (wasSure.has(name) && !isSure.has(name)) return [lose('may be missing now', at)];
    return compare(below(schema, was, before), below(offered![name], is, now), at);
  });
  const haveEntries = isSchemaObject(before.schema.items) && isSchemaObject(now.schema.items);
  if (!haveEntries) return lost;
  const entries = compare(below(before.schema.items, was, before), below(now.schema.items, is, now), [...path, EACH]);
  return [...lost, ...entries];
}

/** What a change takes away from those who read the output. A tool that promises nothing takes nothing away. */
export function compareOutputs(before: JsonSchema | null, after: JsonSchema | null): OutputLoss[] {
  if (!before || !after) return [];
  const whole = (root: JsonSchema): Part => ({ schema: root, document: { root, visited: 0 }, opened: new Set() });
  return compare(whole(before), whole(after), []);
}
