import { ownValue, type Values } from '#ui/schema-form/field-definition.ts';
import type { Column } from './output-block.ts';
import { safeJson } from './safe-json.ts';

/** Without it, spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What makes a spreadsheet run a cell, also after spaces and in full-width letters. */
const RUNS = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/u;

/** RFC 4180 that a spreadsheet can open without running what a tool wrote. */
export function toCsv(columns: readonly Column[], rows: readonly Values[]): string {
  const head = columns.map(({ label }) => toCell(label));
  const lines = rows.map((row) => columns.map(({ key }) => toCell(ownValue(row, key))));
  return BYTE_ORDER_MARK + [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  // A number is a number to the spreadsheet too: a quote before the minus would make it text.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : safeJson(value);
  const inert = RUNS.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
