import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { type OutputComponentProps, registerOutputComponent } from './output-registry.ts';
import { ToolOutput, type ToolOutputProps } from './tool-output.tsx';

const show = (props: ToolOutputProps) => renderAlone(<ToolOutput {...props} />);
const money = (value: number) => new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(value);

const output = { summary: { net_value: 243.43, payback: null }, years: [{ year: 1, gain: -500 }] };
const outputSections = [
  { key: 'summary', label: 'In short', type: 'summary' },
  { key: 'years', label: 'Year by year', type: 'table' },
];
const viewSpec = {
  blocks: [
    { kind: 'stats', path: 'summary', items: [{ key: 'net_value', label: 'Net value', format: 'currency' }] },
    { kind: 'table', path: 'years', title: 'The years', columns: [{ key: 'gain', label: 'Gain', format: 'currency' }] },
  ],
};

function Receipt({ output: shown, input }: OutputComponentProps) {
  return <p>Receipt {JSON.stringify([shown, input])}</p>;
}

function Broken(): never {
  throw new Error('broken');
}

registerOutputComponent('receipt', Receipt);
registerOutputComponent('broken', Broken);

describe('what a tool gave', () => {
  it('is drawn by the component the tool names, which gets output and input', () => {
    show({ output: { a: 1 }, input: { q: 2 }, display: { customUI: 'receipt' }, viewSpec, outputSections });
    expect(screen.getByText('Receipt [{"a":1},{"q":2}]')).toBeVisible();
  });

  it('is drawn by its view when the component is not known here', () => {
    show({ output, display: { customUI: 'unheard-of' }, viewSpec, outputSections });
    expect(screen.getByRole('heading', { name: 'The years' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Year by year' })).not.toBeInTheDocument();
    expect(screen.getByRole('definition')).toHaveTextContent(money(243.43));
  });

  it('is drawn by its sections when there is no view', () => {
    show({ output, outputSections, display: 'odd' });
    expect(screen.getByRole('heading', { name: 'In short' })).toBeVisible();
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Net value', 'Payback']);
    expect(screen.getByRole('table', { name: 'Year by year' })).toBeVisible();
  });

  it('is drawn by its shape when there is neither', () => {
    show({ output, outputSections: [] });
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Summary',
      'Net value',
      'Payback',
      'Years',
    ]);
    expect(screen.getByRole('table', { name: 'Years' })).toBeVisible();
  });

  it('is still shown when its own component fails', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    show({ output, display: { customUI: 'broken' }, outputSections });
    expect(screen.getByText(/own view failed/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'In short' })).toBeVisible();
  });

  it('gets another try with the next result', () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    registerOutputComponent('picky', ({ output: given }) => (given === 'bad' ? Broken() : <p>Fine</p>));
    const element = (given: string) => (
      <MantineProvider env="test">
        <ToolOutput output={given} display={{ customUI: 'picky' }} />
      </MantineProvider>
    );
    const { rerender } = render(element('bad'));
    expect(screen.getByText(/own view failed/)).toBeVisible();
    rerender(element('good'));
    expect(screen.getByText('Fine')).toBeVisible();
  });

  it('can be read as JSON', async () => {
    const { user } = show({ output, outputSections });
    await user.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(screen.getByRole('region', { name: 'output as JSON' }).textContent).toBe(JSON.stringify(output, null, 2));
    expect(screen.getByRole('button', { name: 'Copy output as JSON' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Formatted' }));
    expect(screen.getByRole('heading', { name: 'In short' })).toBeVisible();
  });

  it.each([undefined, null])('may be nothing: %s', (nothing) => {
    show({ output: nothing, outputSections });
    expect(screen.getByText('The tool gave no output.')).toBeVisible();
  });
});

describe('an output without a plan', () => {
  it.each([
    [42, '42'],
    [true, 'Yes'],
    ['plain words', 'plain words'],
    [0, '0'],
    [false, 'No'],
  ])('shows %j', (value, text) => {
    show({ output: value });
    expect(screen.getByText(text, { selector: 'div' })).toBeVisible();
  });

  it('reads marks of Markdown in an answer', async () => {
    show({ output: '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSee [docs](https://example.com/x).' });
    expect(await screen.findByRole('link', { name: 'docs' })).toHaveAttribute('href', 'https://example.com/x');
    expect(screen.getByRole('columnheader', { name: 'a' })).toBeVisible();
  });

  it('links web addresses, also in tables', () => {
    show({ output: { site: 'https://example.com/a', list: [{ at: 'http://example.com/b' }] } });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a',
      'http://example.com/b',
    ]);
  });

  it('shows stored pictures and files through the address of the tenant', () => {
    const cat = { fileId: 'f/1', name: 'cat.png', mediaType: 'image/png', size: 1500 };
    const note = { fileId: 'f2', name: 'note.pdf', mediaType: 'application/pdf', size: 10 };
    show({ output: { picture: cat, files: [note] }, tenantSlug: 'demo' });
    expect(screen.getByRole('img', { name: 'cat.png' })).toHaveAttribute('src', '/api/files/f%2F1?tenant=demo');
    expect(screen.getByRole('link', { name: /note\.pdf/ })).toHaveAttribute('href', '/api/files/f2?tenant=demo');
  });

  it('learns the tenant from the address of the page', () => {
    const file = { fileId: 'f1', name: 'note.pdf', mediaType: 'application/pdf', size: 10 };
    const routes = [{ path: '/t/:slug/tools/:toolSlug', element: <ToolOutput output={file} /> }];
    const router = createMemoryRouter(routes, { initialEntries: ['/t/ims/tools/x'] });
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', '/api/files/f1?tenant=ims');
  });

  it('shows pictures that come with their bytes, and only links to those elsewhere', () => {
    const bytes = 'data:image/png;base64,iVBORw0KGgo=';
    show({ output: { drawn: bytes, far: 'https://example.com/cat.png' } });
    expect(screen.getByRole('img', { name: 'Drawn' })).toHaveAttribute('src', bytes);
    expect(screen.getAllByRole('img')).toHaveLength(1);
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/cat.png');
  });

  it('opens deep parts only when asked', async () => {
    const { user } = show({ output: { a: { b: { c: { d: 'hidden' } } } } });
    expect(screen.queryByText('hidden')).not.toBeInTheDocument();
    const open = screen.getByRole('button', { name: 'Show 1 field of C' });
    expect(open).toHaveAttribute('aria-expanded', 'false');
    await user.click(open);
    expect(screen.getByText('hidden')).toBeVisible();
  });

  it('folds long texts and long lists', async () => {
    const { user } = show({
      output: { long: `${'word '.repeat(200_000)}END`, list: Array.from({ length: 50 }, (_, at) => at) },
    });
    expect(screen.queryByText(/END/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Show all of Long' }));
    expect(screen.getByText(/END/)).toBeInTheDocument();
  });

  it('survives a thousand levels and a hundred thousand keys', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 1000; level += 1) deep = { deeper: deep };
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    show({ output: { deep, wide } });
    expect(screen.getByRole('button', { name: /Show all of Wide, 100000 fields/ })).toBeVisible();
  });

  it('cuts very long JSON and offers all of it as a file', async () => {
    const { user } = show({ output: 'x'.repeat(1_048_576) });
    await user.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(screen.getByText(/this is the beginning/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download all of it' })).toBeVisible();
  });
});

describe('hostile output', () => {
  const attacks = [
    '<img src=x onerror="document.title=\'owned\'">',
    '</script><script>document.title="owned"</script>',
    '<svg onload="document.title=1"><a xlink:href="javascript:1">x</a></svg>',
    '# <iframe src="javascript:1"></iframe>\n\n- [x](javascript:document.title=1)',
    'javascript:document.title="owned"',
    'data:text/html,<script>1</script>',
    'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9MT4=',
    'data:image/png;base64,x" onerror="1',
  ];

  afterEach(() => expect(document.title).not.toBe('owned'));

  it.each(attacks)('stays text everywhere: %s', (attack) => {
    const named = { [attack]: attack };
    show({
      output: { summary: named, table: [named], ranking: [{ name: attack, score: 1 }], custom: named, plain: attack },
      outputSections: ['summary', 'table', 'ranking', 'custom', 'plain'].map((key) => ({
        key,
        label: attack,
        type: key,
      })),
    });
    expect(document.body.querySelector('img, script, iframe, object, embed')).toBeNull();
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(document.body.querySelectorAll('svg:not(.lucide)')).toHaveLength(0);
  });

  it('names no property of our own objects', () => {
    const polluted = JSON.parse('{"__proto__": {"polluted": true}, "constructor": "c", "rows": [{"__proto__": 1}]}');
    show({ output: polluted });
    expect(screen.getByText('Constructor')).toBeVisible();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
