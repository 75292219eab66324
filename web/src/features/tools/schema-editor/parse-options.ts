import type { FieldOption } from '#ui/schema-form/field-definition.ts';

export const MOST_OPTIONS = 500;

/** One option a line: "value", "value | label", or two columns of a spreadsheet. */
export function parseOptions(text: string): FieldOption[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [value = '', ...label] = line.split(/[\t|]/).map((part) => part.trim());
      return { value, label: label.join(' ').trim() || value };
    })
    .filter(({ value }) => value !== '');
}

/** Adds those with values of their own, as many as there is room for. */
export function addOptions(options: readonly FieldOption[], more: readonly FieldOption[]): FieldOption[] {
  const byValue = new Map(options.map((option) => [option.value, option]));
  const fresh = more.filter((option) => {
    if (byValue.has(option.value)) return false;
    byValue.set(option.value, option);
    return true;
  });
  return [...options.filter(({ value, label }) => value !== '' || label !== ''), ...fresh].slice(0, MOST_OPTIONS);
}
