import { Autocomplete, Group } from '@mantine/core';
import { useController } from 'react-hook-form';
import { iconNames, ToolIcon } from '../tool-icon.tsx';
import classes from './editor.module.css';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

export function IconField() {
  const { field } = useController({ name: 'icon' });
  return (
    <Place name="icon">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Autocomplete
          {...field}
          flex={1}
          label="Icon"
          description="Name of a Lucide icon."
          required
          spellCheck={false}
          data={iconNames}
          error={useError('icon')}
          renderOption={({ option }) => (
            <Group gap="xs">
              <ToolIcon name={option.value} />
              {option.value}
            </Group>
          )}
        />
        <span className={classes.preview}>
          <ToolIcon name={field.value} />
        </span>
      </Group>
    </Place>
  );
}
