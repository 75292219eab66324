import { toCanonicalJson } from '#platform/canonical.ts';
import { isPlain } from '#platform/is-plain.ts';

/** One place where two versions differ. `MOVED` tells the order before and after, by name. */
export type Difference = {
  path: string;
  change: 'ADDED' | 'REMOVED' | 'CHANGED' | 'MOVED';
  before: unknown;
  after: unknown;
};

type Plain = Record<string, unknown>;

const isSame = (a: unknown, b: unknown) => toCanonicalJson(a) === toCanonicalJson(b);

/** By which of its properties the entries of a list are known: fields by name, steps by id, sections by key … */
const NAMING_WORDS = ['name', 'id', 'key', 'value', 'label'] as const;

function namesOf(list: readonly unknown[], word: string): string[] | undefined {
  const names = list.map((entry) => (isPlain(entry) ? entry[word] : undefined));
  const isNaming = names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
  return isNaming ? (names as string[]) : undefined;
}

function* diffLists(before: readonly unknown[], after: readonly unknown[], path: string[]): Generator<Difference> {
  const word = NAMING_WORDS.find((each) => namesOf(before, each) && namesOf(after, each));
  if (!word) {
    yield* diffObjects({ ...before }, { ...after }, path);
    return;
  }
  const [old, now] = [namesOf(before, word)!, namesOf(after, word)!];
  const toObject = (names: string[], list: readonly unknown[]) =>
    Object.fromEntries(names.map((name, at) => [name, list[at]]));
  yield* diffObjects(toObject(old, before), toObject(now, after), path);
  const stayed = old.filter((name) => now.includes(name));
  if (
    !isSame(
      stayed,
      now.filter((name) => old.includes(name)),
    )
  ) {
    yield { path: path.join('.'), change: 'MOVED', before: old, after: now };
  }
}

function* diffObjects(before: Plain, after: Plain, path: string[]): Generator<Difference> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* diffValues(before[name], after[name], [...path, name]);
  }
}

function* diffValues(before: unknown, after: unknown, path: string[]): Generator<Difference> {
  const place = path.join('.');
  if (before === undefined && after === undefined) return;
  if (before === undefined) yield { path: place, change: 'ADDED', before: null, after };
  else if (after === undefined) yield { path: place, change: 'REMOVED', before, after: null };
  else if (isSame(before, after)) return;
  else if (Array.isArray(before) && Array.isArray(after)) yield* diffLists(before, after, path);
  else if (isPlain(before) && isPlain(after)) yield* diffObjects(before, after, path);
  else yield { path: place, change: 'CHANGED', before, after };
}

/** Where two versions of a tool differ, as a flat list. The input schema is left out: it follows from the fields. */
export function diffTools(before: object, after: object): Difference[] {
  const { inputSchema: _old, ...old } = before as Plain;
  const { inputSchema: _now, ...now } = after as Plain;
  return [...diffObjects(old, now, [])];
}
