import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { describeChart, toChartPoints } from './chart-points.ts';
import { ChartView } from './chart-view.tsx';

const x = { key: 'year', label: 'Year' };
const gain = { key: 'gain.total', label: 'Gain', format: 'percent' as const };
const rows = [
  { year: 1, 'gain.total': -50 },
  { year: 2, 'gain.total': 25 },
];

// Without layout there is no room, and without room nothing is drawn.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: HTMLElement) {
    return this.matches('.recharts-responsive-container') ? new DOMRect(0, 0, 600, 280) : new DOMRect(0, 0, 60, 20);
  });
});

describe('a chart', () => {
  it.each([
    ['line', '.recharts-line'],
    ['bar', '.recharts-bar'],
    ['area', '.recharts-area-curve'],
    ['radar', '.recharts-radar'],
  ] as const)('is drawn once its library is there: %s', async (type, drawn) => {
    const cost = { key: 'cost', label: 'Cost' };
    const corners = [1, 2, 3].map((year) => ({ year, 'gain.total': year, cost: 1 }));
    renderAlone(<ChartView title="Growth" type={type} x={x} series={[gain, cost]} rows={corners} />);
    await waitFor(() => expect(document.querySelectorAll(drawn)).toHaveLength(2));
    expect(screen.getByRole('img')).toHaveTextContent(/Gain.*Cost/);
  });

  it.each(['line', 'bar', 'area', 'radar'] as const)('says in words what it shows: %s', async (type) => {
    renderAlone(<ChartView title="Growth" type={type} x={x} series={[gain]} rows={rows} />);
    const words = 'by Year, 2 points. Gain: from -50 % to 25 %.';
    expect(screen.getByRole('img', { name: new RegExp(`^Growth\\. ${type} chart ${words}`, 'i') })).toBeVisible();
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
  });

  it('gives its numbers as a table, by keyboard', async () => {
    const { user } = renderAlone(<ChartView title="Growth" type="line" x={x} series={[gain]} rows={rows} />);
    screen.getByRole('button', { name: 'Show as table: Growth' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('table', { name: 'Growth, data' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '25 %' })).toBeVisible();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('img')).toBeVisible();
  });

  it('draws under names of its own, so that a dot in a key is no path', () => {
    expect(toChartPoints({ x, series: [gain], rows })).toEqual([
      { x: '1', series0: -50 },
      { x: '2', series0: 25 },
    ]);
  });

  it('leaves gaps where there is no number', () => {
    const gaps = [{ year: 1, 'gain.total': null }, { year: 2, 'gain.total': Number.NaN }, { year: 3 }];
    expect(toChartPoints({ x, series: [gain], rows: gaps }).map((point) => point.series0)).toEqual([null, null, null]);
    expect(describeChart({ type: 'bar', x, series: [gain], rows: gaps })).toContain('Gain: no numbers');
  });

  it('draws at most five hundred of many points, and says so', () => {
    const many = Array.from({ length: 10_000 }, (_, year) => ({ year, 'gain.total': year }));
    expect(toChartPoints({ x, series: [gain], rows: many })).toHaveLength(500);
    renderAlone(<ChartView type="line" x={x} series={[gain]} rows={many} />);
    expect(screen.getByText(/the table has all of them/)).toBeVisible();
  });
});
