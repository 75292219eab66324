import { Button, Group, Input, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import entries from '#ui/schema-form/entries.module.css';
import type { FieldOption } from '#ui/schema-form/field-definition.ts';
import { useAnnounce } from './editor-context.ts';
import { messageAt } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';
import { moveEntry } from './list-edits.ts';
import { ManyOptions } from './many-options.tsx';
import { OptionRow } from './option-row.tsx';
import { addOptions, MOST_OPTIONS } from './parse-options.ts';

/** What can be chosen: a value that is sent, and a label that is read. */
export function OptionsSettings({ field, problems, change }: SettingProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const announce = useAnnounce();
  const [isPasting, setPasting] = useState(false);
  const options = field.options ?? [];
  const isFull = options.length >= MOST_OPTIONS;
  const error = messageAt(problems.filter(({ path }) => path.length === 1 && path[0] === 'options'));

  function set(next: readonly FieldOption[], message?: string, focus?: { index: number; what: string }) {
    change({ options: next });
    if (message) announce(message);
    if (!focus) return;
    requestAnimationFrame(() => {
      const found = list.current?.children[focus.index]?.querySelectorAll<HTMLElement>(focus.what) ?? [];
      [...found].find((element) => !element.hasAttribute('disabled'))?.focus();
    });
  }

  function addMany(more: readonly FieldOption[]) {
    const next = addOptions(options, more);
    const added = next.length - options.filter(({ value, label }) => value || label).length;
    set(next, `${added} ${added === 1 ? 'option' : 'options'} added.`);
    setPasting(false);
  }

  return (
    <section aria-labelledby={id}>
      <Input.Label component="div" id={id} required>
        Options
      </Input.Label>
      <Stack gap="xs">
        <ul className={entries.entries} ref={list}>
          {options.map((option, index) => (
            <OptionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
              key={index}
              option={option}
              index={index}
              isTaken={options.some((other, at) => at < index && other.value !== '' && other.value === option.value)}
              problem={messageAt(problems, 'options', String(index))}
              onChange={(next) => set(options.with(index, next))}
              onPaste={addMany}
              onRemove={() =>
                set(options.toSpliced(index, 1), `Option ${index + 1} removed.`, {
                  index: Math.min(index, options.length - 2),
                  what: '[data-remove-option]',
                })
              }
              onMoveUp={() =>
                set(moveEntry(options, index, index - 1), `Option ${index + 1} is now option ${index}.`, {
                  index: index - 1,
                  what: '[data-move-option], [data-remove-option]',
                })
              }
            />
          ))}
        </ul>
        {error && <Input.Error>{options.length === 0 ? 'Give at least one option.' : error}</Input.Error>}
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            disabled={isFull}
            onClick={() =>
              set([...options, { value: '', label: '' }], undefined, { index: options.length, what: 'input' })
            }
          >
            Add an option
          </Button>
          <Button size="compact-sm" variant="subtle" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            Paste many
          </Button>
        </Group>
        {isPasting && <ManyOptions onAdd={addMany} />}
      </Stack>
    </section>
  );
}
