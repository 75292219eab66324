import { type ConditionRow, type Joiner, measuresLength, type Operator } from './condition-row.ts';

export type Condition = { joiner: Joiner; rows: ConditionRow[] };

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** `to.city` as `input.to.city`; names that are no words are put in brackets. */
function toPath(field: string): string {
  return field
    .split('.')
    .reduce((path, name) => path + (PLAIN_NAME.test(name) ? `.${name}` : `[${quote(name)}]`), 'input');
}

/** Two braces would begin a placeholder, even inside of a text. */
const quote = (text: string) => JSON.stringify(text).replaceAll('{', '\\u007b');

function toLiteral({ value, kind, operator }: ConditionRow): string {
  if (measuresLength(operator) || kind === 'number') return String(Number(value));
  return kind === 'boolean' ? value : quote(value);
}

function toComparison(row: ConditionRow): string {
  const path = toPath(row.field);
  if (row.operator === 'longer') return `length(${path}) > ${toLiteral(row)}`;
  if (row.operator === 'shorter') return `length(${path}) < ${toLiteral(row)}`;
  return `${path} ${row.operator} ${toLiteral(row)}`;
}

/** The rows as an expression; empty when there are none. */
export function writeCondition({ joiner, rows }: Condition): string {
  return rows.map(toComparison).join(` ${joiner} `);
}

const NAME = String.raw`(?:\.[A-Za-z_]\w*|\["(?:[^"\\.]|\\.)*"\])`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const COMPARISON = new RegExp(
  String.raw`\s*(?<length>length\(\s*)?input(?<path>${NAME}+)(?<close>\s*\))?\s*(?<operator>>=|<=|==|!=|>|<)\s*` +
    String.raw`(?<literal>-?\d+(?:\.\d+)?|true\b|false\b|${TEXT})\s*`,
  'y',
);
const JOINER = /(and|or)\b/y;

function readName(written: string): string | undefined {
  if (written.startsWith('.')) return written.slice(1);
  const name: unknown = readText(written.slice(1, -1));
  return typeof name === 'string' && !name.includes('.') ? name : undefined;
}

function readText(written: string): string | undefined {
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}

function readComparison(parts: Record<string, string | undefined>): ConditionRow | undefined {
  const names = (parts.path ?? '').match(new RegExp(NAME, 'g'))?.map(readName) ?? [];
  const literal = parts.literal ?? '';
  const kind = literal.startsWith('"') ? 'text' : literal === 'true' || literal === 'false' ? 'boolean' : 'number';
  const value = kind === 'text' ? readText(literal) : literal;
  // A placeholder is filled in before the comparison: the builder has no row for it.
  if (names.includes(undefined) || value === undefined || literal.includes('{{')) return undefined;
  const row = { field: names.join('.'), operator: parts.operator as Operator, value, kind } satisfies ConditionRow;
  if (Boolean(parts.length) !== Boolean(parts.close)) return undefined;
  if (!parts.length) return row;
  if (kind !== 'number' || (row.operator !== '>' && row.operator !== '<')) return undefined;
  return { ...row, operator: row.operator === '>' ? 'longer' : 'shorter' };
}

/** The rows that say the same; undefined for an expression that only its text can show. */
export function readCondition(text: string): Condition | undefined {
  const rows: ConditionRow[] = [];
  const joiners = new Set<string>();
  let at = 0;
  while (text.slice(at).trim() !== '' || joiners.size > 0) {
    COMPARISON.lastIndex = at;
    const found = COMPARISON.exec(text);
    const row = found?.groups && readComparison(found.groups);
    if (!row) return undefined;
    rows.push(row);
    at = COMPARISON.lastIndex;
    if (at === text.length) break;
    JOINER.lastIndex = at;
    const joiner = JOINER.exec(text)?.[1];
    if (!joiner) return undefined;
    joiners.add(joiner);
    at = JOINER.lastIndex;
  }
  if (joiners.size > 1) return undefined;
  return { joiner: joiners.has('or') ? 'or' : 'and', rows };
}
