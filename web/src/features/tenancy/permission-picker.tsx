import { Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { plural } from '#lib/format.ts';
import { PermissionGroupChoice } from './permission-group-choice.tsx';
import { groupPermissions, type PermissionItem, searchGroups } from './permission-groups.ts';
import classes from './permission-picker.module.css';

type PermissionPickerProps = {
  label: string;
  permissions: readonly PermissionItem[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The others are shown, but cannot be given. */
  allowed: ReadonlySet<string>;
  error?: string;
};

export function PermissionPicker({ label, permissions, value, onChange, allowed, error }: PermissionPickerProps) {
  const [search, setSearch] = useState('');
  const labelId = useId();
  const errorId = useId();
  const chosen = new Set(value);
  const count = permissions.filter(({ name }) => chosen.has(name)).length;
  const groups = searchGroups(groupPermissions(permissions), search);
  const withheld = permissions.some(({ name }) => !allowed.has(name));

  function choose(names: readonly string[], on: boolean) {
    const touched = new Set(names);
    const offered = permissions.map(({ name }) => name);
    onChange(offered.filter((name) => (touched.has(name) ? on : chosen.has(name))));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out its legend beside the count
    <div role="group" aria-labelledby={labelId} aria-describedby={error ? errorId : undefined}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Input.Label component="div" id={labelId} required>
            {label}
          </Input.Label>
          <Text size="sm" c="dimmed" role="status">
            {plural(count, 'permission')} chosen
          </Text>
        </Group>
        {error && <Input.Error id={errorId}>{error}</Input.Error>}
        {withheld && (
          <Text size="sm" c="dimmed">
            You can give only what you may do yourself. What you do not hold is greyed out.
          </Text>
        )}
        <TextInput
          type="search"
          aria-label="Search permissions"
          placeholder="Search permissions"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<Search size={16} aria-hidden />}
        />
        {groups.length === 0 && <Text c="dimmed">No permission matches “{search.trim()}”.</Text>}
        <div className={classes.groups}>
          {groups.map((group) => (
            <PermissionGroupChoice
              key={group.resource}
              group={group}
              chosen={chosen}
              allowed={allowed}
              onChoose={choose}
            />
          ))}
        </div>
      </Stack>
    </div>
  );
}
