import { Title } from '@mantine/core';
import { BlockNote } from './block-note.tsx';
import { ChartView } from './chart-view.tsx';
import { FallbackBoundary } from './fallback-boundary.tsx';
import { GenericValue } from './generic-value.tsx';
import { JsonView } from './json-view.tsx';
import type { OutputBlock } from './output-block.ts';
import { RankingView } from './ranking-view.tsx';
import { StatsView } from './stats-view.tsx';
import { TableView } from './table-view.tsx';

export type BlockViewProps = { block: OutputBlock };

/** One part of a result with its heading. */
export function BlockView({ block }: BlockViewProps) {
  return (
    <div>
      {block.title && (
        <Title order={3} size="h4" mb="xs">
          {block.title}
        </Title>
      )}
      {block.note && <BlockNote>{block.note}</BlockNote>}
      <FallbackBoundary
        of={block}
        note="This part could not be shown as meant."
        fallback={<JsonView value={rawOf(block)} />}
      >
        <BlockBody block={block} />
      </FallbackBoundary>
    </div>
  );
}

function BlockBody({ block }: BlockViewProps) {
  const { title } = block;
  switch (block.kind) {
    case 'stats':
      return <StatsView items={block.items} />;
    case 'table':
      return <TableView title={title} columns={block.columns} rows={block.rows} schema={block.schema} />;
    case 'chart':
      return <ChartView title={title} type={block.type} x={block.x} series={block.series} rows={block.rows} />;
    case 'ranking':
      return <RankingView title={title} items={block.items} format={block.format} />;
    default:
      if (block.value === undefined && block.note) return null;
      return <GenericValue value={block.value} label={title ?? 'Output'} schema={block.schema} />;
  }
}

function rawOf(block: OutputBlock): unknown {
  if (block.kind === 'value') return block.value;
  return block.kind === 'table' || block.kind === 'chart' ? block.rows : block.items;
}
