import { Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { BoundsSettings } from './bounds-settings.tsx';
import { cleanField } from './clean-field.ts';
import { ConditionSettings } from './condition-settings.tsx';
import { DefaultSetting } from './default-setting.tsx';
import { answers, messageAt } from './field-problems.ts';
import { NestedSettings } from './nested-settings.tsx';
import { OptionsSettings } from './options-settings.tsx';
import { RelationSettings } from './relation-settings.tsx';
import { TypeSettings } from './type-settings.tsx';
import type { ChangeField } from './use-field-rows.ts';

/** New values for some properties; undefined takes one away. */
export type ChangeSetting = (patch: Partial<FieldDefinition>) => void;

export type SettingProps = { field: FieldDefinition; problems: readonly FieldProblem[]; change: ChangeSetting };

export type FieldSettingsProps = {
  field: FieldDefinition;
  depth: number;
  problems: readonly FieldProblem[];
  onChange: ChangeField;
  /** The settings that only a field with a name has; an entry of a list has none. */
  children?: (change: ChangeSetting) => ReactNode;
};

/** All that an author can say about one field, or about the entries of a list. */
export function FieldSettings({ field, depth, problems, onChange, children }: FieldSettingsProps) {
  const change: ChangeSetting = (patch) => onChange(cleanField({ ...field, ...patch }), answers(...Object.keys(patch)));
  const setting: SettingProps = { field, problems, change };
  const about = messageAt(problems.filter(({ path }) => path.length === 0));
  return (
    <Stack gap="sm">
      {about && (
        <Text size="sm" c="red" role="alert">
          {about}
        </Text>
      )}
      {children?.(change)}
      <TypeSettings field={field} depth={depth} problems={problems} change={change} onChange={onChange} />
      <Textarea
        label="Description"
        description="Shown below the input, and read by agents."
        rows={2}
        resize="vertical"
        maxLength={1_000}
        value={field.description ?? ''}
        error={messageAt(problems, 'description')}
        onChange={({ target }) => change({ description: target.value || undefined })}
      />
      {field.type === 'enum' && <OptionsSettings {...setting} />}
      {field.type === 'relation' && <RelationSettings {...setting} />}
      <BoundsSettings {...setting} />
      <NestedSettings field={field} depth={depth} problems={problems} onChange={onChange} />
      {children && <DefaultSetting {...setting} />}
      {children && <ConditionSettings {...setting} />}
    </Stack>
  );
}
