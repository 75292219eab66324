import { RE2JS } from 're2js';

/** Instructions of a compiled pattern; more are written by accident or in bad faith. */
const LARGEST_PROGRAM = 2_500;
/** Instructions times characters that one check may cost: a fraction of a second at the very worst. */
const MOST_STEPS = 10_000_000;
const KEPT = 500;
const compiled = new Map<string, RE2JS>();

/** An engine whose time grows only with the text and the pattern, never with their combinations. */
function engineOf(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const engine = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (compiled.size >= KEPT) compiled.delete(compiled.keys().next().value!);
  compiled.set(pattern, engine);
  return engine;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/**
 * Why a pattern cannot be used; nothing when it can. It has to mean the same to the browser (a regular expression with
 * the flag u, as JSON Schema has it) and to our engine, so it may use only what both know.
 */
export function findPatternProblem(pattern: string): string | undefined {
  if (!compiles(pattern, '')) return 'This is not a regular expression.';
  if (!compiles(pattern, 'u'))
    return 'This pattern has a backslash or a bracket where none belongs. Write - instead of \\-, for example.';
  try {
    if (engineOf(pattern).programSize() <= LARGEST_PROGRAM) return undefined;
    return 'This pattern is too large. Use the bounds of the field instead of long repeats.';
  } catch {
    return 'This pattern uses look-around, back-references or huge repeats, which could run forever.';
  }
}

/** Finds the pattern anywhere in the text, as JSON Schema does. */
export function matchesPattern(pattern: string, text: string): boolean {
  return engineOf(pattern).test(text);
}

/** Steps of the engine that checking a text may take. */
export function costOf(pattern: string, text: string): number {
  return engineOf(pattern).programSize() * text.length;
}

/** Whether a text is so long that checking it would take noticeable time. */
export function isTooLongFor(pattern: string, text: string): boolean {
  return costOf(pattern, text) > MOST_STEPS;
}
