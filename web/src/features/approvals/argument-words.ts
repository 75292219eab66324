import { hasHidden } from '#features/executions/hidden-values.ts';
import { isRecord } from '#ui/schema-form/field-definition.ts';

const MOST = 2;
const LONGEST = 40;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text);

/** The first arguments of a call that fit on a line, so that calls of one tool can be told apart. */
export function describeArguments(input: unknown): string {
  if (!isRecord(input)) return '';
  const plain = Object.entries(input).filter(
    ([, value]) =>
      !hasHidden(value) && (typeof value === 'string' ? value.trim() : ['number', 'boolean'].includes(typeof value)),
  );
  return plain
    .slice(0, MOST)
    .map(([name, value]) => `${cut(name)}: ${cut(String(value).trim())}`)
    .join(', ');
}
