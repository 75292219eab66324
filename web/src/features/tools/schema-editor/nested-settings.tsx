import { Input, Text } from '@mantine/core';
import { useId } from 'react';
import { FieldListEditor } from './field-list-editor.tsx';
import { below, messageAt, problemsUnder } from './field-problems.ts';
import { FieldSettings, type FieldSettingsProps } from './field-settings.tsx';
import { newItem } from './field-types.ts';
import classes from './schema-editor.module.css';

/** The fields of a group, and what the entries of a list are. */
export function NestedSettings({ field, depth, problems, onChange }: Omit<FieldSettingsProps, 'children'>) {
  const heading = useId();
  if (field.type !== 'object' && field.type !== 'array') return null;
  const part = field.type === 'object' ? 'fields' : 'items';
  const inside = problemsUnder(problems, part);
  const said = messageAt(inside.filter(({ path }) => path.length === 0));
  return (
    <section aria-labelledby={heading} className={classes.nested}>
      <Text fw={500} size="sm" id={heading} mb="xs">
        {part === 'fields' ? `Fields of ${field.label || 'this group'}` : `Each entry of ${field.label || 'this list'}`}
      </Text>
      {part === 'fields' ? (
        <FieldListEditor
          fields={field.fields ?? []}
          depth={depth + 1}
          problems={inside}
          group={field.label || 'this group'}
          onChange={(fields, repath) =>
            onChange(
              { ...field, fields },
              below('fields', (path) => (path.length === 0 ? undefined : repath(path))),
            )
          }
        />
      ) : (
        <FieldSettings
          field={field.items ?? newItem()}
          depth={depth + 1}
          problems={inside.filter(({ path }) => path.length > 0)}
          onChange={(items, repath) => onChange({ ...field, items }, below('items', repath))}
        />
      )}
      {said && <Input.Error mt="xs">{said}</Input.Error>}
    </section>
  );
}
