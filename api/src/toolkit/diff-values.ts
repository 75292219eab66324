import { toCanonicalJson } from '#platform/canonical.ts';
import { isPlain } from '#platform/is-plain.ts';

export type ValueDifference = { path: string; before: unknown; after: unknown };

/** Where two values differ, field by field. Lists are compared as a whole. */
export function diffValues(before: object, after: object, path: string[] = []): ValueDifference[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const at = [...path, name];
    if (toCanonicalJson(old[name]) === toCanonicalJson(now[name])) return [];
    if (isPlain(old[name]) && isPlain(now[name])) return diffValues(old[name], now[name], at);
    return [{ path: at.join('.'), before: old[name] ?? null, after: now[name] ?? null }];
  });
}
