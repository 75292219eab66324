import type { FieldDefinition, FieldType } from '#ui/schema-form/field-definition.ts';
import type { Operator, ValueKind } from './condition-row.ts';
import type { Choice } from './rule-words.ts';

/** A value of a tool's input that rows can compare. */
export type ConditionField = {
  /** Names joined by dots. */
  path: string;
  label: string;
  type: FieldType;
  options: readonly Choice[];
};

type Given = Pick<FieldDefinition, 'name' | 'label' | 'type'> & {
  options?: readonly Choice[] | null;
  fields?: readonly Given[] | null;
};

/** Fields and the fields inside of them. Names with a dot are left to those who write the expression themselves. */
export function toConditionFields(fields: readonly Given[], above?: ConditionField): ConditionField[] {
  return fields
    .filter(({ name }) => !name.includes('.'))
    .flatMap(({ name, label, type, options, fields: inside }) => {
      const field: ConditionField = {
        path: above ? `${above.path}.${name}` : name,
        label: above ? `${above.label}: ${label}` : label,
        type,
        options: options ?? [],
      };
      return type === 'object' ? toConditionFields(inside ?? [], field) : [field];
    });
}

export function kindOf(type: FieldType): ValueKind {
  if (type === 'number' || type === 'boolean') return type;
  return 'text';
}

const words: Record<Operator, string> = {
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  '==': 'is',
  '!=': 'is not',
  longer: 'is longer than',
  shorter: 'is shorter than',
};
const all = Object.entries(words).map(([value, label]) => ({ value, label })) as { value: Operator; label: string }[];
const pick = (...operators: Operator[]) => all.filter(({ value }) => operators.includes(value));

const sameOrNot = pick('==', '!=');
const byType: Partial<Record<FieldType, typeof all>> = {
  number: pick('>', '>=', '<', '<=', '==', '!='),
  boolean: sameOrNot,
  enum: sameOrNot,
  date: [
    { value: '>', label: 'is after' },
    { value: '<', label: 'is before' },
    { value: '==', label: 'is' },
  ],
  array: [
    { value: 'longer', label: 'has more entries than' },
    { value: 'shorter', label: 'has fewer entries than' },
  ],
};
const ofTexts = pick('==', '!=', 'longer', 'shorter');

/** Those that make sense for a field; all of them when nothing is known of it. */
export function operatorsFor(field: ConditionField | undefined) {
  return field ? (byType[field.type] ?? ofTexts) : all;
}
