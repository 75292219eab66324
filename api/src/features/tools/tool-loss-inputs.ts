import { type FieldDefinition, isDemanded, isList, variantOf } from '#toolkit/field-definition.ts';
import { acceptsValue } from '#toolkit/fields-to-zod.ts';

/** Stands in a path for each entry of a list. */
export const EACH = '*';

export type InputLoss = {
  /** The way to the input. */
  path: string[];
  /** `demanded` must be given now and did not have to be before; `narrowed` takes less than it did. */
  kind: 'gone' | 'changed' | 'narrowed' | 'demanded';
  message: string;
  /** Whether a value that fitted before fits no longer. */
  refuses(value: unknown): boolean;
};

/** `people[].name` */
export const nameOf = (path: readonly string[]) =>
  path.reduce((name, step) => (step === EACH ? `${name}[]` : name ? `${name}.${step}` : step), '');

/** What kind of value it holds, in a word or two. */
function kindOf(field: FieldDefinition): string {
  if (field.type === 'date') return variantOf(field);
  return isList(field) && field.type !== 'array' ? `a list of ${field.type}` : field.type;
}

function unitOf(field: FieldDefinition): string {
  if (isList(field)) return ' entries';
  return field.type === 'number' ? '' : ' characters';
}

/** Each way in which a field of the same kind takes less than before. */
function findNarrowing(before: FieldDefinition, now: FieldDefinition): string[] {
  const offered = new Set(now.options?.map((option) => option.value));
  const removed = (before.options ?? []).filter((option) => !offered.has(option.value));
  const narrowed: string[] = [];
  if (now.type === 'enum' && removed.length > 0) {
    narrowed.push(`no longer takes ${removed.map((option) => option.value).join(', ')}`);
  }
  const unit = unitOf(now);
  if (now.min !== undefined && now.min > (before.min ?? Number.NEGATIVE_INFINITY)) {
    narrowed.push(`takes at least ${now.min}${unit} now`);
  }
  if (now.max !== undefined && now.max < (before.max ?? Number.POSITIVE_INFINITY)) {
    narrowed.push(`takes at most ${now.max}${unit} now`);
  }
  if (now.integer && !before.integer) narrowed.push('takes whole numbers only now');
  if (now.pattern !== undefined && now.pattern !== before.pattern) narrowed.push('has to fit another pattern now');
  if (now.entityType !== undefined && now.entityType !== before.entityType) narrowed.push('takes other records now');
  return narrowed;
}

function compareField(before: FieldDefinition, now: FieldDefinition, path: string[]): InputLoss[] {
  const lose = (kind: InputLoss['kind'], what: string): InputLoss => ({
    path,
    kind,
    message: `the input ${nameOf(path)} ${what}`,
    refuses: (value) => acceptsValue(before, value) && !acceptsValue(now, value),
  });
  if (kindOf(before) !== kindOf(now)) return [lose('changed', `is now ${kindOf(now)}, not ${kindOf(before)}`)];
  return [
    ...findNarrowing(before, now).map((what) => lose('narrowed', what)),
    ...(now.type === 'object' ? compareInputs(before.fields ?? [], now.fields ?? [], path) : []),
    ...(before.items && now.items ? compareField(before.items, now.items, [...path, EACH]) : []),
  ];
}

/** What a change takes away from those who fill in these fields. What is added without being asked for takes nothing. */
export function compareInputs(
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
  path: string[] = [],
): InputLoss[] {
  const lost = before.flatMap((field): InputLoss[] => {
    const at = [...path, field.name];
    const now = after.find((each) => each.name === field.name);
    if (now) return compareField(field, now, at);
    return [{ path: at, kind: 'gone', message: `the input ${nameOf(at)} is gone`, refuses: () => true }];
  });
  const wasDemanded = new Set(before.filter(isDemanded).map((field) => field.name));
  const demanded = after.filter((field) => isDemanded(field) && !wasDemanded.has(field.name));
  return [
    ...lost,
    ...demanded.map((field): InputLoss => {
      const at = [...path, field.name];
      return { path: at, kind: 'demanded', message: `the input ${nameOf(at)} is needed now`, refuses: () => false };
    }),
  ];
}
