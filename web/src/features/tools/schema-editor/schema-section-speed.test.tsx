import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aField } from '#ui/schema-form/form-test-kit.tsx';
import type { RowSummaryProps } from './row-summary.tsx';
import { renderEditor, rows, toggle } from './schema-editor-kit.tsx';

const rendered = vi.hoisted(() => [] as string[]);

vi.mock('./row-summary.tsx', async (load) => {
  const { RowSummary } = await load<typeof import('./row-summary.tsx')>();
  return {
    RowSummary: (props: RowSummaryProps) => {
      rendered.push(props.field.name);
      return RowSummary(props);
    },
  };
});

const many = Array.from({ length: 200 }, (_, at) => aField('text', { name: `field${at}` }));
// By attribute: asking for labels among two hundred takes seconds in this DOM.
const label = (at: number) => rows()[at]!.querySelector<HTMLInputElement>('[data-field-label]')!;

beforeEach(() => {
  rendered.length = 0;
});

describe('two hundred fields', () => {
  it('start folded, and typing in one renders no other', async () => {
    const { fields } = renderEditor(many);
    expect(document.querySelectorAll('[data-field-label]')).toHaveLength(0);
    fireEvent.click(toggle(7));
    fireEvent.click(toggle(9));
    rendered.length = 0;
    fireEvent.change(label(7), { target: { value: 'Other' } });
    fireEvent.change(label(7), { target: { value: 'Other words' } });
    expect(fields()[7]?.label).toBe('Other words');
    expect(label(7)).toHaveValue('Other words');
    expect([...new Set(rendered)]).toEqual(['field7']);
    expect(rendered.length).toBeLessThanOrEqual(4);
  });

  it('render only those that changed their number when one moves', async () => {
    renderEditor(many);
    rendered.length = 0;
    fireEvent.click(rows()[3]!.querySelector('[data-move="down"]')!);
    await waitFor(() => expect(toggle(4)).toHaveTextContent('field3'));
    expect(new Set(rendered)).toEqual(new Set(['field3', 'field4']));
  });

  it('are the most there can be', () => {
    renderEditor(many);
    expect(screen.getByText('That is the most: 200 fields.')).toBeInTheDocument();
  });
});
