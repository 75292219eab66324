import { ActionIcon, Code, Menu, Text, Tooltip } from '@mantine/core';
import { Braces } from 'lucide-react';

/** Something that can be filled in when the tool runs. */
export type Insertion = { text: string; label: string };

type InsertMenuProps = { into: string; insertions: readonly Insertion[]; onInsert: (text: string) => void };

export function InsertMenu({ into, insertions, onInsert }: InsertMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label="Insert an input or result">
          <ActionIcon variant="subtle" color="gray" aria-label={`Insert into ${into}`}>
            <Braces size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {insertions.map(({ text, label }) => (
          <Menu.Item key={text} onClick={() => onInsert(text)}>
            <Code>{text}</Code>
            <Text span size="xs" c="dimmed" ml="xs">
              {label}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
