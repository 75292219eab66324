import { Button, Group, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { describeChart, MOST_POINTS } from './chart-points.ts';
import classes from './chart-view.module.css';
import { FallbackBoundary } from './fallback-boundary.tsx';
import type { ChartBlock } from './output-block.ts';
import { TableView } from './table-view.tsx';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

export type ChartViewProps = Omit<ChartBlock, 'kind'> & { title?: string };

/** A chart, what it shows in words, and its numbers as a table for those who cannot or would rather not read a drawing. */
export function ChartView({ title = 'Chart', type, x, series, rows }: ChartViewProps) {
  const [asTable, setAsTable] = useState(false);
  const summary = useMemo(() => describeChart({ type, x, series, rows }), [type, x, series, rows]);
  const columns = useMemo(() => [x, ...series], [x, series]);
  const table = <TableView title={`${title}, data`} columns={columns} rows={rows} />;
  return (
    <figure className={classes.figure} aria-label={title}>
      {asTable ? (
        table
      ) : (
        <FallbackBoundary of={rows} fallback={table} note="The chart could not be drawn. These are its numbers.">
          <div className={classes.canvas} role="img" aria-label={`${title}. ${summary}`}>
            <Suspense fallback={<Skeleton height={280} />}>
              <ChartCanvas type={type} x={x} series={series} rows={rows} />
            </Suspense>
          </div>
        </FallbackBoundary>
      )}
      <Group component="figcaption" justify="space-between" gap="xs" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 200px">
          {summary}
          {rows.length > MOST_POINTS && ' Points are left out of the drawing; the table has all of them.'}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${asTable ? 'Show chart' : 'Show as table'}: ${title}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show chart' : 'Show as table'}
        </Button>
      </Group>
    </figure>
  );
}
