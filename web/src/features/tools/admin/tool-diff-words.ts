import type { LucideIcon } from 'lucide-react';
import { ArrowUpDown, CircleMinus, CirclePlus, PencilLine } from 'lucide-react';

const partLabels = new Map([
  ['name', 'Name'],
  ['description', 'Description'],
  ['category', 'Category'],
  ['icon', 'Icon'],
  ['permissionPolicy', 'Policy'],
  ['requiredPermission', 'Permission'],
  ['enabled', 'Switched on'],
  ['fields', 'Input'],
  ['outputSchema', 'Output schema'],
  ['executionSpec', 'How it works'],
  ['executionType', 'Where it works'],
  ['visibility', 'Shown in spaces'],
  ['outputSections', 'Output sections'],
  ['inputExamples', 'Examples'],
  ['display', 'Component'],
  ['sensitiveFields', 'Sensitive fields'],
  ['denyOptions', 'Deny options'],
]);

/** A part of a tool by the name that its editors know. */
export function partLabel(part: string): string {
  return partLabels.get(part) ?? part;
}

/** `fields.city.label` becomes "Input › city › label"; names that people chose stay as they are. */
export function pathInWords(path: string): string {
  const [part = '', ...rest] = path.split('.');
  return [partLabel(part), ...rest].join(' › ');
}

type ChangeWords = { label: string; icon: LucideIcon; color: string };

const changes = new Map<string, ChangeWords>([
  ['ADDED', { label: 'Added', icon: CirclePlus, color: 'green' }],
  ['REMOVED', { label: 'Removed', icon: CircleMinus, color: 'red' }],
  ['MOVED', { label: 'Moved', icon: ArrowUpDown, color: 'blue' }],
]);

export function changeWords(change: string): ChangeWords {
  return changes.get(change) ?? { label: 'Changed', icon: PencilLine, color: 'yellow' };
}

/** Short values are read in the line; the rest is folded. */
export const LONGEST_IN_LINE = 120;

export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? 'empty text' : value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.join(', ') || 'empty list';
  return JSON.stringify(value, null, 2);
}
