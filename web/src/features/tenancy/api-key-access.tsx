import { Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { plural } from '#lib/format.ts';

const ApiKeyAccess_apiKey = graphql(`
  fragment ApiKeyAccess_apiKey on ApiKey {
    id
    permissions
    effectivePermissions
    role { id name }
  }
`);

/** What the key was given, and how much of it holds now. */
export function ApiKeyAccess({ apiKey }: { apiKey: FragmentType<typeof ApiKeyAccess_apiKey> }) {
  const { role, permissions, effectivePermissions } = readFragment(ApiKeyAccess_apiKey, apiKey);
  const given = role ? (permissions.length > 0 ? `Part of ${role.name}` : role.name) : 'Chosen permissions';
  return (
    <>
      <Text inherit>{given}</Text>
      <Text size="sm" c="dimmed" title={effectivePermissions.join('\n')}>
        {plural(effectivePermissions.length, 'permission')}
      </Text>
    </>
  );
}
