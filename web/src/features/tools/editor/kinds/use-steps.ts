import { type RefObject, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { focusInside } from '#ui/schema-form/focus-field.ts';
import type { ListEntries } from '#ui/schema-form/use-list-entries.ts';
import type { StepValues } from '../execution-values.ts';
import type { ToolValues } from '../tool-values.ts';

const NAME = 'execution.composition.steps';

function freeId(steps: readonly StepValues[]): string {
  const taken = new Set(steps.map(({ id }) => id));
  let number = steps.length + 1;
  while (taken.has(`step${number}`)) number += 1;
  return `step${number}`;
}

/** The steps come, go and change places; what happened is said aloud, and focus goes where one would go on. */
export function useSteps(root: RefObject<HTMLElement | null>): ListEntries & { news: string } {
  const { control, getValues } = useFormContext<ToolValues>();
  const { fields: list, append, remove, move } = useFieldArray({ control, name: NAME, keyName: 'key' });
  const [news, setNews] = useState('');
  const entry = (index: number) => root.current?.querySelector(`[data-entry="${index}"]`) ?? null;

  return {
    news,
    list: list.map(({ key }) => ({ id: key })),
    add: () => {
      append({ id: freeId(getValues(NAME)), toolSlug: '', inputs: [] }, { shouldFocus: false });
      setNews(`Step ${list.length + 1} added.`);
      requestAnimationFrame(() => focusInside(entry(list.length)));
    },
    remove: (index) => {
      remove(index);
      setNews(`Step ${index + 1} removed, ${list.length - 1} left.`);
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-add-entry]')?.focus());
    },
    move: (from, to) => {
      if (to < 0 || to >= list.length || from === to) return;
      move(from, to);
      setNews(`Step ${from + 1} is now step ${to + 1} of ${list.length}.`);
      requestAnimationFrame(() => {
        const buttons = [...(entry(to)?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
        const direction = to < from ? 'up' : 'down';
        const wanted = buttons.find((button) => button.dataset.move === direction && !button.disabled);
        (wanted ?? buttons.find((button) => !button.disabled))?.focus();
      });
    },
  };
}
