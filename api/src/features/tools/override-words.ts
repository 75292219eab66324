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
