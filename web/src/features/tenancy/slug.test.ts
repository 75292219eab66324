import { describe, expect, it } from 'vitest';
import { roleSlugSchema, slugSchema, toSlug } from './slug.ts';

describe('a slug made from a name', () => {
  it.each([
    ['Night shift (EU)', 'night-shift-eu'],
    ['  Über-Prüfer  ', 'uber-prufer'],
    ['2nd line', 'nd-line'],
    ['---', ''],
    ['A'.repeat(60), 'a'.repeat(40)],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ])('turns “%s” into “%s”', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it('is one the server accepts', () => {
    expect(slugSchema.safeParse(toSlug('Logistics & returns')).success).toBe(true);
    expect(slugSchema.safeParse('night_shift').success).toBe(false);
    expect(roleSlugSchema.safeParse('night_shift').success).toBe(true);
  });
});
