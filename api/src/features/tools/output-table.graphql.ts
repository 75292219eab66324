import { builder } from '#graphql/builder.ts';
import type { FilterFieldConfig } from '#toolkit/filter-fields.ts';
import { findOutputTables, type OutputTable } from './output-tables.ts';
import { ToolType } from './tool.graphql.ts';

const FilterType = builder.objectRef<FilterFieldConfig>('ToolOutputFilter').implement({
  description: 'How the rows of a table are filtered by one of their columns.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The column.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
    control: t.exposeString('control', {
      description: 'One of select, multi-select, number, range, toggle and text, as the type of the column asks for.',
    }),
    options: t.exposeStringList('options', { nullable: true, description: 'What to choose from.' }),
    min: t.exposeFloat('min', { nullable: true, description: 'The least value there is.' }),
    max: t.exposeFloat('max', { nullable: true, description: 'The greatest value there is.' }),
  }),
});

const TableType = builder.objectRef<OutputTable>('ToolOutputTable').implement({
  description: 'A list of rows in what a tool answers.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The way to it; empty when the whole output is one.' }),
    filters: t.expose('filters', {
      type: [FilterType],
      complexity: { field: 1, multiplier: 1 },
      description: 'How its readers filter it.',
    }),
  }),
});

builder.objectField(ToolType, 'outputTables', (t) =>
  t.field({
    type: [TableType],
    complexity: { field: 1, multiplier: 1 },
    description: 'Every list of rows that the output schema describes, with the filters for it.',
    resolve: (tool) => findOutputTables(tool.outputSchema),
  }),
);
