import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './terminal.ts';

/** People choose names; what they wrote must not move the cursor of whoever lists them. */
export function clean(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

const widthOf = (text: string): number => [...text].length;
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Columns by their heading, each wide enough for its longest cell. */
export function table<Row>(
  rows: Row[],
  columns: Record<string, (row: Row) => string | null | undefined>,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const headings = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((read) => clean(read(row) ?? '–')));
  const widths = headings.map((heading, at) => Math.max(widthOf(heading), ...cells.map((line) => widthOf(line[at]!))));
  const lineOf = (line: string[]) =>
    line
      .map((cell, at) => pad(cell, widths[at]!))
      .join('  ')
      .trimEnd();
  return [paint('dim', lineOf(headings.map((heading) => heading.toUpperCase()))), ...cells.map(lineOf)].join('\n');
}

/** `2026-01-31 09:30` in UTC, since the reader and the server may sit in different places. */
export function moment(iso: string | null | undefined): string | undefined {
  return iso?.slice(0, 16).replace('T', ' ');
}
