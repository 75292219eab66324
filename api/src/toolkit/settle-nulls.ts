import { offersNull, resolveReference } from './flatten-schema.ts';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { allowsNull, stripNulls } from './strict-mode.ts';

/** The one shape that a value has if it is not null; nothing where there are several. */
function shapeOf(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') return shapeOf(resolveReference($ref, root), root);
  const choices = anyOf ?? oneOf;
  if (!Array.isArray(choices)) return schema;
  const real = choices.filter((choice) => !isSchemaObject(choice) || choice.type !== 'null');
  return real.length === 1 ? shapeOf(real[0], root) : undefined;
}

function resolve(schema: unknown, root: JsonSchema): unknown {
  return isSchemaObject(schema) && typeof schema.$ref === 'string' ? resolveReference(schema.$ref, root) : schema;
}

/**
 * To callers null and left out mean the same: models send the one, forms the other. A tool sees null where its schema
 * insists on an answer that may be null, and nothing elsewhere. Names of a record are chosen by callers, so theirs stay.
 */
export function settleNulls(value: unknown, schema: unknown, root = schema as JsonSchema): unknown {
  const shape = shapeOf(schema, root);
  if (!shape) return stripNulls(value);
  if (Array.isArray(value)) return value.map((entry) => settleNulls(entry, shape.items, root));
  if (!isSchemaObject(value)) return value;
  const properties = isSchemaObject(shape.properties) ? shape.properties : {};
  const required = Array.isArray(shape.required) ? shape.required : [];
  const keepsOthers = allowsNull(resolve(shape.additionalProperties, root));
  const given = Object.entries(value).filter(
    ([name, entry]) => entry !== null || (keepsOthers && !Object.hasOwn(properties, name)),
  );
  const names = new Set(given.map(([name]) => name));
  const open = required.filter((name) => !names.has(name) && offersNull(properties[name]));
  return Object.fromEntries([
    ...given.map(([name, entry]) => [
      name,
      settleNulls(entry, ownOr(properties, name, shape.additionalProperties), root),
    ]),
    ...open.map((name) => [name, null]),
  ]);
}

const ownOr = (properties: JsonSchema, name: string, other: unknown) =>
  Object.hasOwn(properties, name) ? properties[name] : other;
