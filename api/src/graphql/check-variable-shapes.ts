import {
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
  typeFromAST,
} from 'graphql';
import { type FieldError, InvalidInput } from '#platform/errors.ts';
import { withinInput } from './limits.ts';

const MOST_PROBLEMS = 10;
const LONGEST_TEXT = 200;

/** What is wrong with a single value. The library's own words repeat the value, which may be huge or secret. */
function problemOf(value: unknown, type: GraphQLLeafType): string | undefined {
  const needed = `A value of type ${type.name} is needed here.`;
  if (isSpecifiedScalarType(type) && typeof value === 'object') return needed;
  try {
    return type.coerceInputValue(value, true) === undefined ? needed : undefined;
  } catch (error) {
    const said = isSpecifiedScalarType(type) ? needed : (error as Error).message;
    return said.length > LONGEST_TEXT ? needed : said;
  }
}

function report(problems: FieldError[], path: string[], message: string): void {
  problems.push({ path: path.map((step) => step.slice(0, LONGEST_TEXT)), message });
}

function collect(value: unknown, type: GraphQLInputType, path: string[], problems: FieldError[]): void {
  if (problems.length >= MOST_PROBLEMS) return;
  if (value === undefined || value === null) {
    if (isNonNullType(type)) report(problems, path, 'This is required.');
    return;
  }
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const entries = Array.isArray(value) ? value : [value];
    entries.forEach((entry, at) => void collect(entry, inner.ofType, [...path, String(at)], problems));
  } else if (isLeafType(inner)) {
    const problem = problemOf(value, inner);
    if (problem) report(problems, path, problem);
  } else if (isInputObjectType(inner)) {
    if (typeof value === 'object' && !Array.isArray(value)) collectFields(value, inner, path, problems);
    else report(problems, path, 'An object is needed here.');
  }
}

function collectFields(value: object, type: GraphQLInputObjectType, path: string[], problems: FieldError[]): void {
  const given = value as Record<string, unknown>;
  const fields = type.getFields();
  for (const field of Object.values(fields)) {
    if (given[field.name] === undefined && !isRequiredInputField(field)) continue;
    collect(given[field.name], field.type, [...path, field.name], problems);
  }
  for (const name of Object.keys(given)) {
    if (problems.length >= MOST_PROBLEMS) return;
    if (!Object.hasOwn(fields, name)) report(problems, [...path, name], 'There is no such field.');
  }
}

/**
 * Refuses variables of the wrong shape with the path of each mistake. Left to the library, every unknown name would
 * be answered with a copy of the whole input, so that a small request could make a large and slow answer.
 */
export function checkVariableShapes(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  values: Record<string, unknown>,
): void {
  const problems: FieldError[] = [];
  for (const { variable, type: node, defaultValue } of getOperationAST(document, operationName)?.variableDefinitions ??
    []) {
    const name = variable.name.value;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const type = typeFromAST(schema, node);
    if (isInputType(type) && !(value === undefined && defaultValue)) collect(value, type, [name], problems);
  }
  if (problems.length === 0) return;
  throw new InvalidInput(problems.map(({ path, message }) => ({ path: withinInput(path), message })));
}
