import { Checkbox, Stack, Text } from '@mantine/core';
import type { PermissionGroup } from './permission-groups.ts';
import classes from './permission-picker.module.css';

type PermissionGroupChoiceProps = {
  group: PermissionGroup;
  chosen: ReadonlySet<string>;
  allowed: ReadonlySet<string>;
  onChoose: (names: readonly string[], on: boolean) => void;
};

export function PermissionGroupChoice({ group, chosen, allowed, onChoose }: PermissionGroupChoiceProps) {
  const names = group.permissions.map(({ name }) => name);
  const choosable = names.filter((name) => allowed.has(name));
  const count = names.filter((name) => chosen.has(name)).length;
  const all = choosable.length > 0 && choosable.every((name) => chosen.has(name));
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldsets do not break well across columns
    <div role="group" aria-label={group.label} className={classes.group}>
      <Checkbox
        label={
          <Text component="span" inherit fw={600}>
            {group.label}
          </Text>
        }
        aria-label={`All of ${group.label}`}
        description={`${count} of ${names.length} chosen`}
        checked={all}
        indeterminate={!all && count > 0}
        disabled={choosable.length === 0}
        onChange={() => onChoose(choosable, !all)}
      />
      <Stack gap="xs" className={classes.choices}>
        {group.permissions.map(({ name, description }) => {
          const held = allowed.has(name);
          return (
            <Checkbox
              key={name}
              label={description}
              description={held ? name : `${name}, which you do not hold`}
              checked={chosen.has(name)}
              // What the role holds already may be taken away only by somebody who holds it too.
              disabled={!held}
              onChange={(event) => onChoose([name], event.currentTarget.checked)}
            />
          );
        })}
      </Stack>
    </div>
  );
}
