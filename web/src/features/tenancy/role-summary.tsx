import { Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';
import { resourceLabel } from './permission-groups.ts';

const RoleSummary_role = graphql(`
  fragment RoleSummary_role on Role { id description permissions }
`);

/** What a role can do, in two lines. */
export function RoleSummary({ role: masked }: { role: FragmentType<typeof RoleSummary_role> }) {
  const { description, permissions } = readFragment(RoleSummary_role, masked);
  const resources = [...new Set(permissions.map((name) => resourceLabel(name.split('.')[0] ?? name)))];
  const named = resources.slice(0, 5).join(', ');
  const others = resources.length > 5 ? ` and ${plural(resources.length - 5, 'other area')}` : '';
  return (
    <Text size="sm" c="dimmed" role="status">
      {description} {permissions.length > 0 ? `${plural(permissions.length, 'permission')}: ${named}${others}.` : ''}
    </Text>
  );
}
