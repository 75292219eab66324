import { Button, Group, SimpleGrid } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ColumnFilter, FilterValues } from './column-filter.ts';
import { FilterControl } from './filter-control.tsx';

export type ColumnFiltersProps = {
  title: string;
  filters: readonly ColumnFilter[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
};

/** The filters of a table, folded away until they are wanted. */
export function ColumnFilters({ title, filters, values, onChange }: ColumnFiltersProps) {
  const [opened, setOpened] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const active = filters.filter(({ name }) => values[name] !== undefined).length;
  const words = active > 0 ? `Filters (${active})` : 'Filters';

  function clear() {
    onChange({});
    // The button goes with the last filter, and must not take the focus with it.
    toggle.current?.focus();
  }

  return (
    <div>
      <Group gap="xs">
        <Button
          ref={toggle}
          size="compact-xs"
          variant="subtle"
          leftSection={<ListFilter size={14} aria-hidden />}
          aria-expanded={opened}
          aria-controls={opened ? panel : undefined}
          aria-label={`${words} of ${title}`}
          onClick={() => setOpened(!opened)}
        >
          {words}
        </Button>
        {active > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
            Clear filters
          </Button>
        )}
      </Group>
      {opened && (
        <SimpleGrid
          id={panel}
          role="group"
          aria-label={`Filters by column of ${title}`}
          cols={{ base: 1, xs: 2, md: 3 }}
          spacing="xs"
          mt={6}
        >
          {filters.map((filter) => (
            <FilterControl
              key={filter.name}
              filter={filter}
              value={values[filter.name]}
              onChange={(value) => onChange({ ...values, [filter.name]: value })}
            />
          ))}
        </SimpleGrid>
      )}
    </div>
  );
}
