import type { Tool } from '#generated/prisma/client.ts';

/** What a tenant may change about a tool that is code; what it takes and does is none of it. */
export const OVERRIDE_WORDS = [
  'enabled',
  'name',
  'description',
  'category',
  'icon',
  'permissionPolicy',
  'visibility',
  'outputSections',
  'display',
] as const;

export type OverrideWord = (typeof OVERRIDE_WORDS)[number];

/** What a row decides, word by word; null is left to the code. */
type OverrideContent = Record<OverrideWord, unknown>;

export const overrideOf = (row: Tool | null): OverrideContent =>
  Object.fromEntries(OVERRIDE_WORDS.map((word) => [word, row?.[word] ?? null])) as OverrideContent;

/** Only what is decided: this is what versions keep. */
export const decidedIn = (content: OverrideContent): Partial<OverrideContent> =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
