import { describe, expect, it } from 'vitest';
import { carryOver, type OverriddenTool, toOverrideValues, toPatch, touchedWords } from './override-values.ts';

const base = {
  enabled: false,
  name: 'Search',
  description: 'Finds pages.',
  icon: 'search',
  category: 'Web',
  permissionPolicy: 'AUTO',
  visibility: 'VISIBLE',
  display: null,
  outputSections: [],
} as const;

function tool(words: Partial<Record<keyof typeof base, unknown>>, of: object = base): OverriddenTool {
  const overridden = Object.keys(words);
  const row = { id: 'tool-search', slug: 'search', version: overridden.length, overridden };
  return { ...of, ...words, ...row, base: overridden.length > 0 ? of : null } as unknown as OverriddenTool;
}

describe('what is sent', () => {
  const seen = tool({ name: 'Web search', display: { customUI: 'card' } });
  const values = toOverrideValues(seen);

  it('is nothing when nothing was touched, or typed back to what it was', () => {
    expect(toPatch(values, seen)).toEqual({});
    expect(touchedWords({ ...values, name: 'Web search' }, seen)).toEqual([]);
  });

  it('is null for what goes back to the base', () => {
    const given = { ...values, name: 'Search', display: '', own: { ...values.own, name: false, display: false } };
    expect(toPatch(given, seen)).toEqual({ name: null, display: null });
  });

  it('is a value that equals the base when that is what the tenant wants to keep', () => {
    expect(toPatch({ ...values, own: { ...values.own, category: true } }, seen)).toEqual({ category: 'Web' });
  });
});

describe('a newer version below what was typed', () => {
  it('keeps what was touched and takes the rest', () => {
    const seen = tool({ name: 'Web search', category: 'Research' });
    const typed = toOverrideValues(seen);
    const values = { ...typed, icon: 'globe', name: 'Search', own: { ...typed.own, icon: true, name: false } };
    const present = tool({ name: 'Theirs', category: 'Archive' }, { ...base, name: 'Search 2' });

    const carried = carryOver(values, seen, present);
    expect(carried).toMatchObject({ icon: 'globe', category: 'Archive', name: 'Search 2' });
    expect(toPatch(carried, present)).toEqual({ icon: 'globe', name: null });
  });
});
