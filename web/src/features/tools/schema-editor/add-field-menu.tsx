import { Button, Menu, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { FieldType } from '#ui/schema-form/field-definition.ts';
import { TYPE_WORDS, typesAt } from './field-types.ts';
import classes from './schema-editor.module.css';

export type AddFieldMenuProps = {
  depth: number;
  /** The group that gets the field, for those who hear only the button. */
  group?: string;
  disabled: boolean;
  onAdd: (type: FieldType) => void;
  ref?: Ref<HTMLButtonElement>;
};

export function AddFieldMenu({ depth, group, disabled, onAdd, ref }: AddFieldMenuProps) {
  return (
    <Menu position="bottom-start" width={300} returnFocus={false}>
      <Menu.Target>
        <Button
          ref={ref}
          variant="default"
          size="sm"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={disabled}
          aria-label={group ? `Add a field to ${group}` : undefined}
        >
          Add a field
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {typesAt(depth).map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            <Text size="sm" fw={500}>
              {TYPE_WORDS[type].label}
            </Text>
            <Text size="xs" c="dimmed">
              {TYPE_WORDS[type].hint}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
