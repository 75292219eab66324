import { Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { describeError } from '#lib/describe-error.ts';
import { useViewer } from '#lib/viewer.tsx';
import classes from './role-select.module.css';
import { RoleSummary } from './role-summary.tsx';

const RoleSelectQuery = graphql(`
  query RoleSelectQuery {
    roles { id slug name description permissions ...RoleSummary_role }
  }
`);

type RoleSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** A role's slug; empty for none. */
  value: string;
  onChange: (slug: string) => void;
  /** The role held now stays choosable, whatever it holds. */
  current?: string;
  /** For keys, which are cut down to what their creator may do anyway. */
  anyRole?: boolean;
};

/** Roles with what they are for. One cannot hand out more than one holds. */
export function RoleSelect({ value, onChange, current, anyRole = false, error, ...rest }: RoleSelectProps) {
  const { permissions } = useViewer();
  const [{ data, error: failure }] = useQuery({ query: RoleSelectQuery });
  const roles = data?.roles ?? [];
  const chosen = roles.find((role) => role.slug === value);
  const beyond = new Set(
    roles.filter(
      (role) => !anyRole && role.slug !== current && !role.permissions.every((name) => permissions.has(name)),
    ),
  );
  const options = roles.map((role) => ({
    value: role.slug,
    label: role.name,
    disabled: beyond.has(role),
  }));

  return (
    <Stack gap="xs">
      <Select
        {...rest}
        data={options}
        value={value || null}
        onChange={(slug) => onChange(slug ?? '')}
        allowDeselect={false}
        // The listbox itself scrolls: with a scroll area around it, assistive technology finds a region that no key reaches.
        withScrollArea={false}
        classNames={{ options: classes.options }}
        placeholder={data ? 'Choose a role' : 'Loading roles…'}
        error={error ?? (failure && !data ? describeError(failure).body : undefined)}
        renderOption={({ option }) => {
          const role = roles.find((one) => one.slug === option.value);
          return (
            <div>
              <Text size="sm" fw={500}>
                {option.label}
              </Text>
              <Text size="xs" c="dimmed">
                {role && beyond.has(role) ? 'Holds more than your own role, so you cannot give it.' : role?.description}
              </Text>
            </div>
          );
        }}
      />
      {chosen && <RoleSummary role={chosen} />}
    </Stack>
  );
}
