import { Autocomplete } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useSeenCategories } from '../use-seen-categories.ts';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

const CategoryFieldQuery = graphql(`
  query CategoryFieldQuery {
    tools(first: 100) { edges { node { id category } } }
  }
`);

export function CategoryField() {
  const { field } = useController({ name: 'category' });
  const [{ data }] = useQuery({ query: CategoryFieldQuery });
  const categories = useSeenCategories(data?.tools.edges.map(({ node }) => node));
  return (
    <Place name="category">
      <Autocomplete
        {...field}
        label="Category"
        description="Its shelf in the library: one that is there, or a new one."
        required
        data={[...categories]}
        error={useError('category')}
      />
    </Place>
  );
}
