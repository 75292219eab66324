/** One comparison of the builder: a value of the input, an operator, and what to compare with. */
export type ConditionRow = { field: string; operator: Operator; value: string; kind: ValueKind };
export type ValueKind = 'number' | 'text' | 'boolean';
export type Operator = '>' | '>=' | '<' | '<=' | '==' | '!=' | 'longer' | 'shorter';
export type Joiner = 'and' | 'or';

export const NEW_ROW: ConditionRow = { field: '', operator: '>', value: '', kind: 'number' };

export const measuresLength = (operator: Operator) => operator === 'longer' || operator === 'shorter';

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** For a field nothing is known of: what looks like a number or a yes or no is taken as one. */
export function guessKind(value: string): ValueKind {
  if (isNumber(value)) return 'number';
  return value === 'true' || value === 'false' ? 'boolean' : 'text';
}

/** What is missing in a row, by the input that it is missing in. */
export function problemOf({ field, operator, value, kind }: ConditionRow): { field?: string; value?: string } {
  const needsNumber = kind === 'number' || measuresLength(operator);
  return {
    ...(field.trim() === '' && { field: 'Choose a field.' }),
    ...(needsNumber && !isNumber(value) && { value: 'Enter a number.' }),
    ...(kind === 'boolean' && value !== 'true' && value !== 'false' && { value: 'Choose yes or no.' }),
  };
}
