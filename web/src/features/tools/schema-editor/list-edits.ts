import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { freeName, namesOf } from './field-name.ts';

type Fields = readonly FieldDefinition[];

/** One field in place of another. Conditions of its neighbours follow it to its new name. */
export function replaceField(fields: Fields, index: number, field: FieldDefinition): FieldDefinition[] {
  const before = fields[index]?.name;
  const next = fields.with(index, field);
  const isMeant = before && before !== field.name && fields.filter(({ name }) => name === before).length === 1;
  if (!isMeant) return next;
  return next.map((other) =>
    other.visibleWhen?.field === before
      ? { ...other, visibleWhen: { ...other.visibleWhen, field: field.name } }
      : other,
  );
}

export function copyField(fields: Fields, field: FieldDefinition): FieldDefinition {
  const label = field.label ? `${field.label} copy`.slice(0, 120) : '';
  return { ...structuredClone(field), label, name: freeName(field.name, namesOf(fields)) };
}

export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from] as Entry);
}

/** Where an entry is after another one moved. */
export function indexAfterMove(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}
