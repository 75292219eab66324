import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type ValidationContext,
  type ValueNode,
  validateInputLiteral,
} from 'graphql';
import type { FieldError } from '#platform/errors.ts';
import { withinInput } from './limits.ts';

/** Which field is missing, the library tells in its sentence alone. */
const MISSING = /^Expected value of type "[^"]+" to include required field "([^"]+)"/;

function typeAt(type: GraphQLInputType, [step, ...rest]: readonly (string | number)[]): GraphQLInputType {
  const inner = getNullableType(type);
  if (step === undefined) return inner;
  if (isListType(inner)) return typeAt(inner.ofType, typeof step === 'number' ? rest : [step, ...rest]);
  const field = isInputObjectType(inner) ? inner.getFields()[step] : undefined;
  return field ? typeAt(field.type, rest) : inner;
}

/**
 * In the words that mistakes in variables have. The library's own repeat what was written, which may be huge; what one of
 * our scalars says itself comes without a place in the text.
 */
function describe({ nodes, message }: GraphQLError, type: GraphQLInputType, path: string[]): FieldError {
  const [node] = nodes ?? [];
  const [, missing] = MISSING.exec(message) ?? [];
  if (missing !== undefined) return { path: [...path, missing], message: 'This is required.' };
  if (node?.kind === Kind.OBJECT_FIELD) return { path: [...path, node.name.value], message: 'There is no such field.' };
  if (node?.kind === Kind.NULL) return { path, message: 'This is required.' };
  const named = getNamedType(type);
  if (!node && isScalarType(named) && !isSpecifiedScalarType(named)) return { path, message };
  const needed = isInputObjectType(named) ? 'An object' : `A value of type ${named.name}`;
  return { path, message: `${needed} is needed here.` };
}

/**
 * Refuses wrong values that are written into a query at the place of each mistake, as variables are refused. Stands in
 * for `ValuesOfCorrectTypeRule` of the library.
 */
export function LiteralShapesRule(context: ValidationContext): ASTVisitor {
  function check(value: ValueNode | undefined, name: string): false {
    const type = context.getInputType();
    if (!type || !value) return false;
    const refuse = (error: GraphQLError, steps: readonly (string | number)[]) => {
      const { path, message } = describe(error, typeAt(type, steps), [name, ...steps.map(String)]);
      const field = { path: withinInput(path), message };
      context.reportError(
        new GraphQLError(`${field.path.join('.')}: ${message}`, {
          nodes: error.nodes,
          extensions: { fields: [field] },
        }),
      );
    };
    validateInputLiteral(value, type, refuse, undefined, undefined, true);
    return false;
  }
  return {
    Argument: ({ name, value }) => check(value, name.value),
    VariableDefinition: ({ variable, defaultValue }) => check(defaultValue, variable.name.value),
  };
}
