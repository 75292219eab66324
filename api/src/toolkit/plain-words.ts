import type { z } from 'zod';
import { nameAFew } from '#platform/name-a-few.ts';

type Issue = z.core.$ZodRawIssue;

const NEEDED: Record<string, string> = {
  string: 'Write a text.',
  number: 'Write a number.',
  int: 'Write a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Give a list.',
  tuple: 'Give a list.',
  object: 'Give an object.',
  record: 'Give an object.',
};

const FORMATS: Record<string, string> = {
  email: 'Write an e-mail address such as ada@example.com.',
  url: 'Write an address such as https://example.com.',
  date: 'Write a date such as 2026-01-31.',
  datetime: 'Write a time such as 2026-01-31T09:30:00Z.',
};

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

function amount(count: number | bigint, origin: string): string {
  const unit = UNITS[origin]?.[Number(count) === 1 ? 0 : 1];
  return unit ? `${count.toLocaleString('en')} ${unit}` : String(count);
}

const MOST_OPTIONS = 20;

function choose(values: readonly unknown[]): string {
  if (values.length === 1) return `This must be ${String(values[0])}.`;
  return values.length > MOST_OPTIONS
    ? 'Choose one of the options.'
    : `Choose one of ${values.map(String).join(', ')}.`;
}

/**
 * What is wrong with a value, as the house says it, for shapes that have no words of their own. Hand it to a parse as
 * `error`: what a shape itself says goes first.
 */
export function plainWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Fill this in.'
        : (NEEDED[issue.expected] ?? 'Another kind of value is needed here.');
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Fill this in.';
      return issue.inclusive === false
        ? `More than ${amount(issue.minimum, issue.origin)}.`
        : `At least ${amount(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return issue.inclusive === false
        ? `Less than ${amount(issue.maximum, issue.origin)}.`
        : `At most ${amount(issue.maximum, issue.origin)}.`;
    case 'invalid_value':
      return issue.input === undefined ? 'Fill this in.' : choose(issue.values);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This does not have the expected form.';
    case 'not_multiple_of':
      return `Write a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `There is no field ${nameAFew(issue.keys)} here. Take it out.`;
    case 'invalid_key':
      return 'This name is not allowed here.';
    case 'invalid_union':
      return issue.input === undefined ? 'Fill this in.' : 'None of the shapes that are possible here fits.';
    default:
      return undefined;
  }
}
