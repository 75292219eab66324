import type { PermissionPolicy, ToolVisibility } from '#gql/graphql.ts';
import type { OverrideValues, OverrideWord } from './override-values.ts';

export const overrideLabels: Record<OverrideWord, string> = {
  enabled: 'Switched on',
  name: 'Name',
  description: 'Description',
  icon: 'Icon',
  category: 'Category',
  permissionPolicy: 'Policy',
  visibility: 'Shown in spaces',
  display: 'Component',
  outputSections: 'Output sections',
};

export const overrideHints: Partial<Record<OverrideWord, string>> = {
  enabled: 'Whether people and agents of this tenant have it.',
  description: 'When to use it: people and models read this.',
  icon: 'Name of a Lucide icon, such as calculator.',
  permissionPolicy: 'Approval can be added, never taken away.',
  visibility: 'What a space shows of a call.',
  display: 'Names the component that shows its calls.',
  outputSections: 'A JSON list of { key, label, type }.',
};

export const shortPolicyLabels: Record<PermissionPolicy, string> = { AUTO: 'Runs at once', ALWAYS_ASK: 'Asks first' };

export const visibilityLabels: Record<ToolVisibility, string> = {
  VISIBLE: 'The call and its result',
  RESULT_ONLY: 'The result alone',
  HIDDEN: 'Nothing',
};

/** The base value of one row, to read. */
export function baseInWords(word: OverrideWord, base: Omit<OverrideValues, 'own'>): string {
  if (word === 'enabled') return base.enabled ? 'On' : 'Off';
  if (word === 'permissionPolicy') return shortPolicyLabels[base.permissionPolicy];
  if (word === 'visibility') return visibilityLabels[base.visibility];
  return base[word] || 'None';
}
