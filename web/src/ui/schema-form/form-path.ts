import { get } from 'react-hook-form';
import { arrayLayout, type FieldDefinition, type FieldProblem, variantOf } from './field-definition.ts';

/**
 * How the form library sees a name. The sign keeps fields called `message` or `constructor` apart from the words that
 * it keeps for itself; dots and brackets, which it takes for steps, are written as numbers.
 */
export function formKey(name: string): string {
  return `$${name.replace(/[^\w-]/g, (sign) => `%${sign.charCodeAt(0)}%`)}`;
}

export function childPath(parent: string, name: string): string {
  return parent === '' ? formKey(name) : `${parent}.${formKey(name)}`;
}

export function itemPath(list: string, index: number): string {
  return `${list}.${index}.item`;
}

export type PlacedProblem = { name: string; message: string };

/** The input that shows a problem, or nothing when no input of this form does. */
export function placeProblem(
  fields: readonly FieldDefinition[],
  formValues: unknown,
  { path, message }: FieldProblem,
): PlacedProblem | undefined {
  const [head, ...rest] = path;
  const field = fields.find((candidate) => candidate.name === head);
  if (field) return descend(field, formKey(field.name), formValues, rest, message);
  return head === 'input' && rest.length > 0 ? placeProblem(fields, formValues, { path: rest, message }) : undefined;
}

function descend(
  field: FieldDefinition,
  name: string,
  formValues: unknown,
  path: readonly string[],
  message: string,
): PlacedProblem {
  const [head, ...rest] = path;
  if (head === undefined) return { name, message };
  const value: unknown = get(formValues, name);
  if (field.type === 'object' && variantOf(field) === 'group' && value) {
    const child = field.fields?.find((candidate) => candidate.name === head);
    if (child) return descend(child, childPath(name, child.name), formValues, rest, message);
  }
  if (field.type === 'array' && arrayLayout(field) !== 'tags' && field.items && Array.isArray(value)) {
    const index = Number(head);
    if (index in value) return descend(field.items, itemPath(name, index), formValues, rest, message);
  }
  return { name, message: `${describePath(path)}: ${message}` };
}

/** `2` is the third entry for a program and `Entry 3` for a person. */
function describePath(path: readonly string[]): string {
  return path.map((step) => (/^\d+$/.test(step) ? `Entry ${Number(step) + 1}` : step)).join(', ');
}
