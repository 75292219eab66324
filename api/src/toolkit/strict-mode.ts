import { FORBIDDEN_INPUTS } from './define-tool.ts';
import { isSchemaObject, type JsonSchema, walkSchema } from './json-schema.ts';
import { findSizeProblem } from './schema-bounds.ts';

export type StrictProblem = { rule: string; path: string[]; message: string };

/** Tools that really take nothing. */
export const INTENTIONALLY_INPUT_LESS: readonly string[] = ['getNavConfig'];

const isEmpty = (schema: unknown): boolean =>
  schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0);

export function allowsNull(schema: unknown): boolean {
  if (isEmpty(schema)) return true;
  if (!isSchemaObject(schema)) return false;
  const types = [schema.type].flat();
  if (types.includes('null')) return !Array.isArray(schema.enum) || schema.enum.includes(null);
  if (schema.type === undefined && Array.isArray(schema.enum)) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  return [schema.anyOf, schema.oneOf].some((choices) => Array.isArray(choices) && choices.some(allowsNull));
}

function* findProblemsAt(node: JsonSchema, path: string[]): Generator<StrictProblem> {
  if (node.format === 'uri') {
    yield { rule: 'STR-01', path, message: 'A URL is a plain string: many models refuse the format "uri".' };
  }
  if (isEmpty(node.additionalProperties)) {
    const message = 'Values of a record need a type: name the properties, or use a record of one type.';
    yield { rule: node.properties ? 'STR-06' : 'STR-03', path, message };
  }
  if (!isSchemaObject(node.properties)) return;
  const required = new Set([node.required].flat());
  for (const [name, field] of Object.entries(node.properties)) {
    const at = [...path, 'properties', name];
    if (FORBIDDEN_INPUTS.includes(name)) yield { rule: 'GEN-06', path: at, message: `No input may carry ${name}.` };
    const hasDefault = isSchemaObject(field) && 'default' in field;
    if (!required.has(name) && !hasDefault && !allowsNull(field)) {
      yield { rule: 'STR-02', path: at, message: 'An optional field must also accept null: use .nullish().' };
    }
  }
}

/**
 * The rules under which one schema works unchanged with the function calling of all providers. The same check holds
 * code tools (in a test), tenant tools (when saved) and imported ones (as warnings).
 */
export function findStrictProblems(slug: string, schema: JsonSchema): StrictProblem[] {
  const tooLarge = findSizeProblem(schema);
  if (tooLarge) return [{ rule: 'STR-08', path: [], message: tooLarge }];
  const problems: StrictProblem[] = [];
  if (schema.type !== 'object' || !isSchemaObject(schema.properties)) {
    problems.push({ rule: 'STR-05', path: [], message: 'The top of an input must be an object with properties.' });
  } else if (Object.keys(schema.properties).length === 0 && !INTENTIONALLY_INPUT_LESS.includes(slug)) {
    const message = 'The input has no fields. List the tool in INTENTIONALLY_INPUT_LESS if that is meant.';
    problems.push({ rule: 'STR-07', path: [], message });
  }
  walkSchema(schema, (node, path) => problems.push(...findProblemsAt(node, path)));
  return problems;
}

/** Models send null for what they leave out; a tool sees it as left out. Within lists a null keeps its place. */
export function stripNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripNulls);
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([name, entry]) => [name, stripNulls(entry)]),
  );
}
