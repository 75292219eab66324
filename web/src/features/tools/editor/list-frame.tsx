import { ActionIcon, Button, Card, Group, Input, Stack, Text } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { focusInside } from '#ui/schema-form/focus-field.ts';
import { ListError, Place } from './place.tsx';

type ListFrameProps<Entry> = {
  name: string;
  label: string;
  description: string;
  /** What one entry is: "example". */
  noun: string;
  empty: Entry;
  most: number;
  children: (path: string, spoken: string) => ReactNode;
};

/** Entries with a few inputs each, to add and to remove. */
export function ListFrame<Entry extends object>(props: ListFrameProps<Entry>) {
  const { name, label, description, noun, empty, most, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const { fields: entries, append, remove } = useFieldArray({ name });

  function add() {
    append(empty, { shouldFocus: false });
    requestAnimationFrame(() => focusInside(root.current?.querySelector(`[data-entry="${entries.length}"]`) ?? null));
  }

  function removeAt(index: number) {
    remove(index);
    root.current?.querySelector<HTMLElement>('[data-add-entry]')?.focus();
  }

  return (
    <Place name={name}>
      <Input.Wrapper label={label} description={description} labelElement="div">
        <Stack gap="xs" mt="xs" ref={root}>
          {entries.map(({ id }, index) => (
            <Card key={id} withBorder>
              <Group justify="space-between" mb="xs">
                <Text size="sm" fw={500} tt="capitalize">{`${noun} ${index + 1}`}</Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${noun} ${index + 1}`}
                  onClick={() => removeAt(index)}
                >
                  <Trash2 size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <div data-entry={index}>{children(`${name}.${index}`, `${noun} ${index + 1}`)}</div>
            </Card>
          ))}
          <ListError name={name} />
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              disabled={entries.length >= most}
              data-add-entry
              onClick={add}
            >
              Add {noun}
            </Button>
          </div>
        </Stack>
      </Input.Wrapper>
    </Place>
  );
}
