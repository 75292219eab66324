import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import type { FieldDefinition } from './field-definition.ts';
import { aField } from './form-test-kit.tsx';
import { SchemaDisplay } from './schema-display.tsx';

function show(field: FieldDefinition, value: unknown) {
  const fileUrl = ({ fileId }: { fileId: string }) => `/api/files/${fileId}`;
  const view = renderAlone(<SchemaDisplay fields={[field]} value={{ [field.name]: value }} fileUrl={fileUrl} />);
  return { ...view, shown: screen.getByRole('definition') };
}

const options = [{ value: 'a', label: 'Option A' }];
const cat = { fileId: 'f1', name: 'cat.png', mediaType: 'image/png', size: 1500 };
const pairs = aField('object', {
  name: 'pair',
  fields: [aField('text', { name: 'key' }), aField('number', { name: 'count' })],
});

describe('a value to read', () => {
  it.each([
    [aField('text'), 'Hello', 'Hello'],
    [aField('text', { variant: 'multiline' }), 'a\nb', 'a b'],
    [aField('text', { variant: 'code' }), 'let a;', 'let a;'],
    [aField('number'), 1234.5, new Intl.NumberFormat().format(1234.5)],
    [
      aField('number', { variant: 'currency' }),
      3,
      new Intl.NumberFormat(undefined, { minimumFractionDigits: 2 }).format(3),
    ],
    [aField('number', { variant: 'percent' }), 25, '25 %'],
    [aField('number', { variant: 'slider' }), 7, '7'],
    [aField('boolean'), true, 'Yes'],
    [aField('boolean', { variant: 'checkbox' }), false, 'No'],
    [aField('enum', { options }), 'a', 'Option A'],
    [aField('enum', { options, variant: 'radio' }), 'gone', 'gone'],
    [aField('enum', { options, variant: 'badges' }), 'a', 'Option A'],
    [aField('url', { variant: 'plain' }), 'https://example.com', 'https://example.com'],
    [aField('relation'), 'c-1', 'c-1'],
    [aField('relation', { variant: 'multi-picker' }), ['c-1', 'c-2'], 'c-1c-2'],
    [aField('object', { variant: 'json' }), { a: 1 }, '{ "a": 1 }'],
    [aField('array', { variant: 'tags', items: aField('text') }), ['x', 'x'], 'xx'],
    [aField('array', { items: aField('number') }), [1, 2], '12'],
    [aField('text'), undefined, '–Not given'],
    [aField('array', { items: aField('text') }), [], '–Not given'],
  ])('is shown by its kind: %o %j', (field, value, text) => {
    expect(show(field, value).shown).toHaveTextContent(text);
  });

  it('is laid out where it is Markdown', async () => {
    const { shown } = show(aField('text', { variant: 'markdown' }), '**Title** <b>x</b>');
    expect(await within(shown).findByText('Title', { selector: 'strong' })).toBeVisible();
    expect(shown).toHaveTextContent('Title <b>x</b>');
  });

  it('names its fields', () => {
    show(aField('text', { label: 'Full name' }), 'Ada');
    expect(screen.getByRole('term')).toHaveTextContent('Full name');
  });

  it('keeps a day the same day in every time zone, and turns an instant into local time', () => {
    const day = show(aField('date'), '2026-01-31').shown;
    expect(day).toHaveTextContent('31');
    expect(within(day).getByText(/31/)).toHaveAttribute('datetime', '2026-01-31');
  });

  it('shows groups and tables with their parts', () => {
    const group = aField('object', { fields: [aField('text', { name: 'city', label: 'City' })] });
    renderAlone(
      <SchemaDisplay
        fields={[group, aField('array', { variant: 'table', items: pairs })]}
        value={{ object: { city: 'Bonn' }, array: [{ key: 'k', count: 2 }] }}
      />,
    );
    expect(screen.getByText('Bonn')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Count' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '2' })).toBeVisible();
  });

  it.each([
    [aField('url'), 'https://example.com/x', 'https://example.com/x'],
    [aField('email'), 'ada@example.com', 'mailto:ada@example.com'],
    [aField('phone'), '+49 (30) 12', 'tel:+493012'],
  ])('is a link where one can follow it: %o', (field, value, address) => {
    show(field, value);
    expect(screen.getByRole('link', { name: value })).toHaveAttribute('href', address);
  });

  it('shows images with their name and lets files be downloaded', () => {
    show(aField('media', { variant: 'gallery' }), [cat]);
    expect(screen.getByRole('img', { name: 'cat.png' })).toHaveAttribute('src', '/api/files/f1');
    expect(screen.getByRole('link', { name: /cat\.png/ })).toHaveAttribute('download', 'cat.png');
  });

  it('shows no picture where a file is a file', () => {
    show(aField('media', { variant: 'file' }), cat);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('shows the beginning of a long text until all is wanted', async () => {
    const { user, shown } = show(aField('text', { variant: 'multiline' }), `${'word '.repeat(200)}END`);
    expect(shown).not.toHaveTextContent('END');
    const more = screen.getByRole('button', { name: 'Show all of Text' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await user.click(more);
    expect(shown).toHaveTextContent('END');
  });

  it('shows the first ten of a long list', async () => {
    const { user } = show(
      aField('array', { items: aField('number') }),
      Array.from({ length: 25 }, (_, at) => at),
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: /Show all of Array/ }));
    expect(screen.getAllByRole('listitem')).toHaveLength(25);
  });

  it('shows what no field describes, and values of another kind than expected', () => {
    renderAlone(<SchemaDisplay fields={[aField('number')]} value={{ number: { odd: 1 }, extra: 'more' }} />);
    expect(screen.getByText('extra')).toBeVisible();
    expect(screen.getByText('more')).toBeVisible();
    expect(screen.getByText(/"odd": 1/)).toBeVisible();
  });
});

describe('hostile values', () => {
  const attack = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

  it.each(['single', 'multiline', 'code'])('are text and nothing else: %s', (variant) => {
    const { shown } = show(aField('text', { variant }), attack);
    expect(shown.querySelector('img, script')).toBeNull();
    expect(shown).toHaveTextContent(attack);
    expect(document.title).not.toBe('owned');
  });

  it.each([
    [aField('url'), 'javascript:alert(1)'],
    [aField('url'), 'data:text/html,<script>1</script>'],
    [aField('url'), ' JavaScript:alert(1)'],
    [aField('url'), '//evil.example'],
  ])('are no links: %o %s', (field, value) => {
    show(field, value);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('cannot add recipients to a mail', () => {
    show(aField('email'), 'a@b.de?bcc=evil@x.de');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:a@b.de%3Fbcc%3Devil%40x.de');
  });

  it('open in a new tab that knows nothing of this one', () => {
    show(aField('url'), 'https://example.com');
    expect(screen.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});
