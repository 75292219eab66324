import type { Values } from '#ui/schema-form/field-definition.ts';

export const FORMATS = ['text', 'number', 'currency', 'percent', 'years', 'date'] as const;
export type Format = (typeof FORMATS)[number];

export const CHART_TYPES = ['line', 'bar', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export type Column = { key: string; label: string; format?: Format };
export type Stat = Column & { value: unknown };
export type RankedItem = { label: string; value: unknown };

export type StatsBlock = { kind: 'stats'; items: readonly Stat[] };
export type TableBlock = {
  kind: 'table';
  columns: readonly Column[];
  rows: readonly Values[];
  /** Of the list that the rows come from. */
  schema?: unknown;
};
export type ChartBlock = {
  kind: 'chart';
  type: ChartType | 'radar';
  x: Column;
  series: readonly Column[];
  rows: readonly Values[];
};
export type RankingBlock = { kind: 'ranking'; items: readonly RankedItem[]; format?: Format };
/** Whatever it is, shown as well as its own shape allows. */
export type ValueBlock = { kind: 'value'; value: unknown; schema?: unknown };

export type BlockBody = StatsBlock | TableBlock | ChartBlock | RankingBlock | ValueBlock;

/** One part of a result, ready to draw; a note says what could not be shown as meant. */
export type OutputBlock = BlockBody & { id: string; title?: string; note?: string };
