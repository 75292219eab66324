import type { ZodType } from 'zod';
import { type FieldError, tellFew } from '#platform/errors.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { toFieldErrors } from '#platform/to-field-errors.ts';
import { fieldsToZod } from '#toolkit/fields-to-zod.ts';
import { plainWords } from '#toolkit/plain-words.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { settleNulls } from '#toolkit/settle-nulls.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { inputFor } from './input-for.ts';

const DEEPEST_INPUT = 40;
/** As JSON escapes them: NUL, and halves of characters. An escaped backslash before it means the text itself. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

type Checked = { ok: true; input: Record<string, unknown> } | { ok: false; fields: FieldError[] };

const refuse = (message: string): Checked => ({ ok: false, fields: [{ path: [], message }] });
const ofFields = new WeakMap<ResolvedTool, ZodType<Record<string, unknown>>>();

function schemaOf(tool: ResolvedTool, asked: AvailabilityContext): ZodType {
  const { definition } = tool;
  if (definition) return definition.inputFor?.(asked) ?? definition.input;
  const known = ofFields.get(tool) ?? fieldsToZod(tool.fields);
  ofFields.set(tool, known);
  return known;
}

/** Checks what a caller sends before anything happens: its size, its depth, and every field against the tool's schema. */
export function checkInput(tool: ResolvedTool, given: unknown, asked: AvailabilityContext, mostBytes: number): Checked {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse('The input is an object with the fields of the tool.');
  if (nestsDeeperThan(given, DEEPEST_INPUT)) return refuse(`The input may have ${DEEPEST_INPUT} levels.`);
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > mostBytes) return refuse(`The input may have ${mostBytes} bytes.`);
  if (UNSTORABLE.test(text)) return refuse('The input holds a NUL, or half of a character, which cannot be stored.');
  // A tenant's fields know themselves what null means; of schemas in code it has to be worked out.
  const settled = tool.definition ? settleNulls(given, inputFor(tool, asked).inputSchema) : given;
  const parsed = schemaOf(tool, asked).safeParse(settled, { error: plainWords });
  if (parsed.success) return { ok: true, input: parsed.data as Record<string, unknown> };
  return { ok: false, fields: tellFew(toFieldErrors(parsed.error.issues)) };
}
