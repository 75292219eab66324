import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { builder } from './builder.ts';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function parseTime(value: unknown): Date {
  const time = typeof value === 'string' && ISO_TIME.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) {
    throw new GraphQLError('A DateTime is written as 2026-01-31T09:30:00Z.');
  }
  const day = String(value).slice(0, 'yyyy-mm-dd'.length);
  // The language takes February 30th for March 2nd.
  if (!new Date(day).toISOString().startsWith(day)) throw new GraphQLError('The calendar does not have this day.');
  const year = time.getUTCFullYear();
  if (year < 1 || year > 9999) throw new GraphQLError('A DateTime lies in the years 0001 to 9999.');
  return time;
}

builder.scalarType('DateTime', {
  description: 'A moment in time as ISO 8601 text, such as `2026-01-31T09:30:00Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
});

/** Numbers in the text of a query as well are not rounded in silence. */
function refuseInexact(node: ValueNode): void {
  if (node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value)))
    throw new GraphQLError('This number has too many digits. Send it as text.');
  if (node.kind === Kind.LIST) node.values.forEach(refuseInexact);
  if (node.kind === Kind.OBJECT) for (const { value } of node.fields) refuseInexact(value);
}

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => {
    refuseInexact(node as ValueNode);
    return valueFromASTUntyped(node as ValueNode, variables);
  },
});
