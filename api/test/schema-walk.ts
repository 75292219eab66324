import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export type Operation = 'query' | 'mutation' | 'subscription';
export type RootField = { operation: Operation; field: GraphQLField<unknown, unknown> };

export function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([operation, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ operation: operation as Operation, field })),
  );
}

type Input = GraphQLArgument | GraphQLInputField;

/** Every place in the arguments of a field where an id can be given, however deep. */
export function idPathsOf(inputs: readonly Input[], above: string[] = []): string[][] {
  return inputs.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (named === GraphQLID) return [[...above, name]];
    if (!isInputObjectType(named) || above.includes(name)) return [];
    return idPathsOf(Object.values(named.getFields()), [...above, name]);
  });
}

/** All fields that can be asked without arguments, as deep as it goes without meeting a type again. */
export function selectionOf(type: GraphQLOutputType, above: readonly string[] = []): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const fields = Object.values(named.getFields())
    .filter((field) => !field.args.some((arg) => isNonNullType(arg.type)))
    .filter((field) => !above.includes(getNamedType(field.type).name))
    .map((field) => `${field.name} ${selectionOf(field.type, [...above, named.name])}`);
  return `{ __typename ${fields.join(' ')} }`;
}

/** A document that names every required argument and those that are asked for as variables. */
export function documentFor({ operation, field }: RootField, also: readonly string[] = [], selection?: string): string {
  const passed = field.args.filter((arg) => isNonNullType(arg.type) || also.includes(arg.name));
  const declared = passed.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = passed.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const minimal = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  return `${operation} ${declared && `(${declared})`} { ${field.name} ${given && `(${given})`} ${selection ?? minimal} }`;
}

/** Values for what is required; `fill` knows them by name. */
export function requiredValues(inputs: readonly Input[], fill: (name: string) => unknown): Record<string, unknown> {
  const valueFor = (name: string, type: GraphQLInputType): unknown => {
    const named = getNamedType(type);
    if (isInputObjectType(named)) return requiredValues(Object.values(named.getFields()), fill);
    const value = fill(name);
    if (value === undefined) throw new Error(`No sample for a required "${name}". Add one to the test.`);
    return isListType(type) ? [value] : value;
  };
  const required = inputs.filter(({ type }) => isNonNullType(type));
  return Object.fromEntries(required.map(({ name, type }) => [name, valueFor(name, type)]));
}
