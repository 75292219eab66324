import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { SelectField } from './form-fields.tsx';

const PermissionFieldQuery = graphql(`
  query PermissionFieldQuery {
    permissions { name description }
  }
`);

export function PermissionField() {
  const [{ data }] = useQuery({ query: PermissionFieldQuery });
  return (
    <SelectField
      name="requiredPermission"
      label="Required permission"
      description="Only those who hold it see and use the tool."
      placeholder="None of its own"
      data={data?.permissions.map(({ name, description }) => ({ value: name, label: `${name}: ${description}` })) ?? []}
      searchable
      clearable
      nothingFoundMessage="There is no such permission."
    />
  );
}
