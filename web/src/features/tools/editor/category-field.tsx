import { Autocomplete } from '@mantine/core';
import { useController } from 'react-hook-form';
import { useCan } from '#lib/use-can.ts';
import { useCategories } from '../use-categories.ts';
import { Place } from './place.tsx';
import { useError } from './use-error.ts';

export function CategoryField() {
  const { field } = useController({ name: 'category' });
  // A tool that is switched off stands on a shelf too.
  const includeUnavailable = useCan('tools.tenant.update');
  const categories = useCategories(includeUnavailable ? { includeUnavailable } : null);
  return (
    <Place name="category">
      <Autocomplete
        {...field}
        label="Category"
        description="Its shelf in the library: one that is there, or a new one."
        required
        data={categories.map(({ name }) => name)}
        error={useError('category')}
      />
    </Place>
  );
}
