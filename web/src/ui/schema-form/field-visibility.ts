import { type FieldDefinition, ownValue, type Values } from './field-definition.ts';

type ReadValue = (field: FieldDefinition) => unknown;

/**
 * A field shows while its condition holds and the field it depends on shows too: what is hidden is not sent, so the
 * server would not see the value that the condition asks for. What is left out has its default there.
 */
export function isShown(field: FieldDefinition, siblings: readonly FieldDefinition[], read: ReadValue): boolean {
  return shows(field, siblings, read, new Set());
}

function shows(
  field: FieldDefinition,
  siblings: readonly FieldDefinition[],
  read: ReadValue,
  asked: Set<FieldDefinition>,
): boolean {
  const condition = field.visibleWhen;
  if (!condition) return true;
  const source = siblings.find((sibling) => sibling.name === condition.field);
  if (!source) return false;
  const value = read(source) ?? source.default;
  if (!condition.in.some((accepted) => accepted === value)) return false;
  // Conditions that go round in a circle hide instead of running forever.
  asked.add(field);
  return !asked.has(source) && shows(source, siblings, read, asked);
}

export function withoutHidden(fields: readonly FieldDefinition[], values: Values): Values {
  const read: ReadValue = (field) => ownValue(values, field.name);
  const hidden = new Set(fields.filter((field) => !isShown(field, fields, read)).map((field) => field.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
}
