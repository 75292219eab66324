import { AreaChart, BarChart, LineChart, RadarChart } from '@mantine/charts';
import { useMemo } from 'react';
import { seriesKey, toChartPoints } from './chart-points.ts';
import { formatTick, formatValue } from './format-value.ts';
import type { ChartBlock } from './output-block.ts';
import '@mantine/charts/styles.css';

const COLOURS = ['blue.6', 'orange.6', 'teal.6', 'grape.6', 'red.6', 'lime.7', 'cyan.6', 'pink.6'];
const HEIGHT = 280;
const LONGEST_TICK = 14;
const grids = { line: LineChart, bar: BarChart, area: AreaChart };

/** The drawing alone; it brings the chart library, so that only pages with a chart load it. */
export function ChartCanvas({ type, x, series, rows }: Omit<ChartBlock, 'kind'>) {
  const data = useMemo(() => toChartPoints({ x, series, rows }), [x, series, rows]);
  const lines = series.map(({ label }, index) => ({
    name: seriesKey(index),
    label,
    color: COLOURS[index % COLOURS.length]!,
  }));
  if (type === 'radar') {
    return (
      <RadarChart
        h={HEIGHT}
        data={data}
        dataKey="x"
        series={lines.map((line) => ({ ...line, opacity: 0.2 }))}
        withLegend={lines.length > 1}
        withPolarRadiusAxis
        withTooltip
        polarAngleAxisProps={{ tickFormatter: shorten }}
        radarChartProps={{ accessibilityLayer: false, outerRadius: '65%' }}
      />
    );
  }
  const Chart = grids[type];
  const format = series.every((each) => each.format === series[0]!.format) ? series[0]!.format : undefined;
  return (
    <Chart
      h={HEIGHT}
      data={data}
      dataKey="x"
      series={lines}
      withLegend={lines.length > 1}
      valueFormatter={(value: number) => formatValue(value, format)}
      xAxisProps={{ tickFormatter: shorten }}
      yAxisProps={{ width: 56, tickFormatter: (value: number) => formatTick(value, format) }}
      accessibilityLayer={false}
    />
  );
}

/** The whole name is in the tooltip and in the table. */
function shorten(tick: unknown): string {
  const text = String(tick);
  return text.length > LONGEST_TICK ? `${text.slice(0, LONGEST_TICK)}…` : text;
}
