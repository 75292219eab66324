import { TextInput } from '@mantine/core';
import { messageAt } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';

const ENTITY_TYPE = /^[a-z][a-z0-9_-]{0,63}$/;

export function RelationSettings({ field, problems, change }: SettingProps) {
  const given = field.entityType ?? '';
  const isOdd = given !== '' && !ENTITY_TYPE.test(given);
  return (
    <TextInput
      label="Type of records"
      description="Which records can be chosen, such as customer. Leave it empty for all."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={given}
      error={
        isOdd
          ? 'Use small letters, digits, dashes and underscores, starting with a letter.'
          : messageAt(problems, 'entityType')
      }
      onChange={({ target }) => change({ entityType: target.value || undefined })}
    />
  );
}
