import type { RefObject } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { FieldDefinition } from './field-definition.ts';
import { focusInside } from './focus-field.ts';
import { useSchemaForm } from './form-context.ts';
import { toFormItem } from './to-form-values.ts';

export type ListEntries = {
  list: readonly { id: string }[];
  add: () => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
};

/** Changes a list and says so; focus goes where one would go on. */
export function useListEntries(field: FieldDefinition, path: string, root: RefObject<HTMLElement | null>): ListEntries {
  const { fields: list, append, remove, move } = useFieldArray({ name: path });
  const { announce, recheck } = useSchemaForm();

  function changed(message: string, focus: () => void) {
    announce(message);
    recheck(path);
    requestAnimationFrame(focus);
  }

  const entry = (index: number) => root.current?.querySelector(`[data-entry="${index}"]`) ?? null;

  return {
    list,
    add: () => {
      append(toFormItem(field), { shouldFocus: false });
      changed(`Entry ${list.length + 1} of ${field.label} added.`, () => focusInside(entry(list.length)));
    },
    remove: (index) => {
      remove(index);
      const next = Math.min(index, list.length - 2);
      changed(`Entry ${index + 1} of ${field.label} removed, ${list.length - 1} left.`, () => {
        const button = next < 0 ? '[data-add-entry]' : `[data-entry="${next}"] [data-remove-entry]`;
        root.current?.querySelector<HTMLElement>(button)?.focus();
      });
    },
    move: (from, to) => {
      if (to < 0 || to >= list.length || from === to) return;
      move(from, to);
      const direction = to < from ? 'up' : 'down';
      changed(`Entry ${from + 1} of ${field.label} is now entry ${to + 1} of ${list.length}.`, () => {
        const controls = entry(to)?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
        const wanted = [...controls].find((button) => button.dataset.move === direction && !button.disabled);
        (wanted ?? [...controls].find((button) => !button.disabled))?.focus();
      });
    },
  };
}
