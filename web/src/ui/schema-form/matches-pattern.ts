const LONGEST_PATTERN = 500;
const LONGEST_TEXT = 200;
const KEPT = 200;

// On the browser's engine (not on the server's) a repeated group, or many repeats in a row, can take for ever.
const REPEATED_GROUP = /\)[*+{]/;
const REPEAT = /[*+]|\{\d+,\d*\}/g;
const MOST_REPEATS = 3;

function isQuick(pattern: string): boolean {
  const repeats = pattern.match(REPEAT)?.length ?? 0;
  return pattern.length <= LONGEST_PATTERN && repeats <= MOST_REPEATS && !REPEATED_GROUP.test(pattern);
}

const compiled = new Map<string, RegExp | undefined>();

function compile(pattern: string): RegExp | undefined {
  if (!isQuick(pattern)) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** Says no only when it is sure and quick to say; the server decides. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > LONGEST_TEXT) return true;
  if (!compiled.has(pattern)) {
    if (compiled.size >= KEPT) compiled.clear();
    compiled.set(pattern, compile(pattern));
  }
  return compiled.get(pattern)?.test(text) ?? true;
}
