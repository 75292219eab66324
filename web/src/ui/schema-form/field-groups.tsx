import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { AdditionalInputs } from './additional-inputs.tsx';
import type { FieldGroup } from './arrange-fields.ts';
import type { FieldDefinition } from './field-definition.ts';
import classes from './field-groups.module.css';
import { FieldList } from './field-list.tsx';

export type FieldGroupsProps = { groups: readonly FieldGroup[]; siblings: readonly FieldDefinition[] };

/** The fields of a form as its layout puts them together. */
export function FieldGroups({ groups, siblings }: FieldGroupsProps) {
  return groups.map((group) => (
    <Frame key={group.fields[0]?.name} {...group}>
      <FieldList
        fields={group.fields}
        siblings={siblings}
        className={group.columns > 1 ? classes.columns : undefined}
      />
    </Frame>
  ));
}

type FrameProps = Pick<FieldGroup, 'title' | 'description' | 'additional'> & { children: ReactNode };

function Frame({ title, description, additional, children }: FrameProps) {
  const id = useId();
  const more = description && (
    <Text size="sm" c="dimmed" mb="sm" id={id}>
      {description}
    </Text>
  );
  if (additional) {
    return (
      <AdditionalInputs title={title}>
        {more}
        {children}
      </AdditionalInputs>
    );
  }
  if (!title && !more) return children;
  return (
    <fieldset className={classes.group} aria-describedby={more ? id : undefined}>
      {title && <legend className={classes.title}>{title}</legend>}
      {more}
      {children}
    </fieldset>
  );
}
