import { isDeepStrictEqual } from 'node:util';
import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { SCHEMA_LIMITS, TOO_MANY_NODES } from './schema-bounds.ts';

/** A part of a schema that has no field; whoever converts the property around it reports it and goes on. */
export class SchemaMisfit extends Error {
  /** Where it lies within that property. */
  readonly within: string[];
  constructor(message: string, within: string[] = []) {
    super(message);
    this.within = within;
  }
}
/** A schema that grows without end while it is read; nobody goes on with it. */
export class SchemaTooLarge extends Error {}

export type SchemaDocument = { root: JsonSchema; visited: number };
/** One schema without references and wrappers. `opened` are the references around it, which may not occur within. */
export type FlatSchema = { schema: JsonSchema; nullable: boolean; opened: ReadonlySet<string> };

/** Where two parts of a whole both speak, the outer one has the word. */
const OUTER_WINS = new Set(['title', 'description', 'default', 'x-field', 'examples']);

function merge(inner: JsonSchema, outer: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...inner };
  for (const [word, value] of Object.entries(outer)) {
    const known = merged[word];
    if (known === undefined || OUTER_WINS.has(word)) merged[word] = value;
    else if (word === 'required') merged[word] = [...new Set([known, value].flat())];
    else if (word === 'properties') merged[word] = mergeProperties(known, value);
    else if (!isDeepStrictEqual(known, value)) throw new SchemaMisfit(`Two parts say different things about ${word}.`);
  }
  return merged;
}

function mergeProperties(inner: unknown, outer: unknown): JsonSchema {
  if (!isSchemaObject(inner) || !isSchemaObject(outer)) throw new SchemaMisfit('Its properties are no object.');
  const twice = Object.keys(outer).find(
    (name) => Object.hasOwn(inner, name) && !isDeepStrictEqual(inner[name], outer[name]),
  );
  if (twice !== undefined) throw new SchemaMisfit(`Two parts say different things about the property ${twice}.`);
  return { ...inner, ...outer };
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** Follows a reference within the document. Nothing is ever fetched. */
export function resolveReference(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith('#')) {
    throw new SchemaMisfit(`The reference ${ref} leads outside and is not followed. Put the definition below $defs.`);
  }
  let target: unknown = root;
  for (const part of decode(ref.slice(1)).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target =
      typeof target === 'object' && target !== null && Object.hasOwn(target, name)
        ? Reflect.get(target, name)
        : undefined;
  }
  const isPointer = ref === '#' || ref.startsWith('#/');
  if (!isPointer || !isSchemaObject(target)) throw new SchemaMisfit(`The reference ${ref} leads nowhere.`);
  return target;
}

const isNull = (schema: unknown) =>
  isSchemaObject(schema) && (schema.type === 'null' || ('const' in schema && schema.const === null));

/** Whether null is one of the choices. */
export function offersNull(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const { type, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].filter(Array.isArray).flat();
  return [type].flat().includes('null') || choices.some(isNull);
}

/** Texts that are offered one by one, each with a title. */
function asOptions(choices: readonly unknown[]): JsonSchema | undefined {
  const labels: { value: string; label: string }[] = [];
  for (const choice of choices) {
    if (!isSchemaObject(choice) || typeof choice.const !== 'string') return undefined;
    labels.push({ value: choice.const, label: typeof choice.title === 'string' ? choice.title : choice.const });
  }
  return { type: 'string', enum: labels.map((label) => label.value), 'x-field': { labels } };
}

function withoutNull({ type, enum: values, nullable, ...rest }: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const types = [type].flat().filter((name) => name !== undefined);
  const named = types.filter((name) => name !== 'null');
  const offersNull = Array.isArray(values) && values.includes(null);
  const allowsNull = types.length === 0 ? offersNull : types.includes('null') && (offersNull || !Array.isArray(values));
  return {
    schema: {
      ...rest,
      ...(named.length === 0 ? {} : { type: named.length === 1 ? named[0] : named }),
      ...(values === undefined
        ? {}
        : { enum: Array.isArray(values) ? values.filter((value) => value !== null) : values }),
      // What is malformed stays, so that it can be told.
      ...(nullable === undefined || typeof nullable === 'boolean' ? {} : { nullable }),
    },
    nullable: nullable === true || allowsNull,
  };
}

/** Follows references, joins `allOf`, and takes null out of choices, until a plain schema is left. */
export function flattenSchema(given: unknown, document: SchemaDocument, opened: ReadonlySet<string>): FlatSchema {
  if (!isSchemaObject(given)) throw new SchemaMisfit('It says nothing about its value. Give it a type.');
  document.visited += 1;
  if (document.visited > SCHEMA_LIMITS.nodes) throw new SchemaTooLarge(TOO_MANY_NODES);
  const { $ref, allOf, anyOf, oneOf, ...own } = given;
  for (const [word, parts] of Object.entries({ allOf, anyOf, oneOf })) {
    if (parts !== undefined && !Array.isArray(parts)) throw new SchemaMisfit('It must be a list of schemas.', [word]);
  }
  const plain = withoutNull(own);
  let flat: FlatSchema = { ...plain, opened };
  const join = (part: unknown, around: ReadonlySet<string>) => {
    const other = flattenSchema(part, document, around);
    flat = {
      schema: merge(other.schema, flat.schema),
      nullable: flat.nullable || other.nullable,
      opened: flat.opened.union(other.opened),
    };
  };
  if ($ref !== undefined) {
    if (typeof $ref !== 'string') throw new SchemaMisfit('A reference is a text such as #/$defs/address.');
    if (opened.has($ref))
      throw new SchemaMisfit(`The reference ${$ref} leads back to itself. Fields cannot nest endlessly.`);
    join(resolveReference($ref, document.root), new Set([...opened, $ref]));
  }
  if (Array.isArray(allOf)) for (const part of allOf) join(part, opened);
  for (const choices of [anyOf, oneOf]) {
    if (!Array.isArray(choices)) continue;
    const real = choices.filter((choice) => !isNull(choice));
    if (real.length < choices.length) flat = { ...flat, nullable: true };
    const only = asOptions(real) ?? (real.length === 1 ? real[0] : undefined);
    if (only === undefined)
      throw new SchemaMisfit('It is a choice between several shapes. Make it one object with an option field.');
    join(only, opened);
  }
  return flat;
}
