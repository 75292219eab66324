import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { looksLikeMarkdown } from './looks-like-markdown.ts';
import { MarkdownBody } from './markdown-body.tsx';
import { MarkdownText } from './markdown-text.tsx';
import { readsQuickly } from './reads-quickly.ts';

const framed = (element: ReactElement) => <MantineProvider env="test">{element}</MantineProvider>;
const show = (text: string) => render(framed(<MarkdownBody text={text} />)).container;
const picture = 'data:image/png;base64,iVBORw0KGgo=';

describe('Markdown', () => {
  it('shows a table, its columns aligned as the author wants', () => {
    show('| name | value |\n|:---|---:|\n| a | **1** |\n| b | 2 |');
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['namevalue', 'a1', 'b2']);
    expect(screen.getByRole('columnheader', { name: 'value' })).toHaveStyle({ textAlign: 'right' });
    expect(screen.getByText('1').tagName).toBe('STRONG');
    expect(screen.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0');
  });

  it('keeps a list within its list', () => {
    const shown = show('1. one\n   - inner\n   - other\n2. two');
    expect(shown.querySelectorAll('ol > li')).toHaveLength(2);
    expect(shown.querySelectorAll('ol > li:first-child > ul > li')).toHaveLength(2);
  });

  it('shows what is struck out, quoted, stressed, and code as it was typed', () => {
    const shown = show('~~gone~~ *soft* `a*b*`\n\n> said\n\n```js\n# a\n  b\n```');
    expect(shown.querySelector('del')).toHaveTextContent('gone');
    expect(shown.querySelector('em')).toHaveTextContent('soft');
    expect(shown.querySelector('p code')).toHaveTextContent('a*b*');
    expect(shown.querySelector('blockquote')).toHaveTextContent('said');
    expect(shown.querySelector('pre')!.textContent).toBe('# a\n  b\n');
  });

  it('links addresses, also those without marks, to a tab that knows nothing of this one', () => {
    show('[docs](https://example.com/x), https://example.com/y and [mail](mailto:a@b.de)');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/x',
      'https://example.com/y',
      'mailto:a@b.de',
    ]);
    expect(screen.getByRole('link', { name: 'docs' })).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('says which tasks are done', () => {
    show('- [x] first\n- [ ] second');
    expect(screen.getAllByRole('img').map((box) => box.getAttribute('aria-label'))).toEqual(['Done', 'To do']);
  });

  it('adds no heading to the page and no name that another text could have too', () => {
    const shown = show('# Title\n\nA word[^1].\n\n[^1]: A note.');
    expect(screen.getByText('Title')).toBeVisible();
    expect(screen.getByText(/A note/)).toBeVisible();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(shown.querySelectorAll('[id], a')).toHaveLength(0);
  });
});

describe('pictures in Markdown', () => {
  it('are shown when they come with their bytes', () => {
    show(`![A dot](${picture})`);
    expect(screen.getByRole('img', { name: 'A dot' })).toHaveAttribute('src', picture);
  });

  it('are links when they lie elsewhere: the page loads nothing from there', () => {
    const shown = show('![Cat](https://example.com/cat.png)');
    expect(screen.getByRole('link', { name: 'Picture: Cat' })).toHaveAttribute('href', 'https://example.com/cat.png');
    expect(shown.querySelector('img')).toBeNull();
  });

  it('leave the link around them whole', () => {
    show('[![Build](https://example.com/badge.svg)](https://example.com/build)');
    expect(screen.getByRole('link', { name: 'Picture: Build' })).toHaveAttribute('href', 'https://example.com/build');
  });

  it.each(['/api/files/f1', 'data:image/svg+xml;base64,PHN2Zz4=', 'javascript:alert(1)', '//evil.example/x.png'])(
    'are words when their address is not safe: %s',
    (address) => {
      const shown = show(`![Cat](${address})`);
      expect(shown.querySelector('img, a')).toBeNull();
      expect(shown).toHaveTextContent('Picture: Cat');
    },
  );
});

describe('hostile Markdown', () => {
  it.each([
    '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>',
    '<div>\n<iframe src="https://evil.example"></iframe>\n</div>',
    'a <b onmouseover="x()">b</b>',
  ])('shows HTML as the text it is: %s', (attack) => {
    const shown = show(attack);
    expect(shown.querySelector('img, script, iframe, b, div > div > div')).toBeNull();
    expect(shown).toHaveTextContent(attack.replaceAll('\n', ' '));
    expect(document.title).not.toBe('owned');
  });

  it.each([
    '[click](javascript:alert`1`)',
    '[click]( JaVaScRiPt:alert`1`)',
    '[click](&#106;avascript:alert`1`)',
    '[click](vbscript:x)',
    '[click](data:text/html,x)',
    '[click](data:image/png;base64,iVBORw0KGgo=)',
    '[click](file:///etc/passwd)',
    '[click](//evil.example)',
    '<javascript:alert`1`>',
    '[click][1]\n\n[1]: javascript:alert`1`',
  ])('has no link that is not safe to follow: %s', (attack) => {
    expect(show(attack).querySelector('a')).toBeNull();
  });

  it.each(['*', '**', '[', '`', '[a](', '```\n', '*a_ ', '1. ', '> ', '>', '![a](', '|a|b|\n|-|-|\n', 'a **b\n\n'])(
    'takes no longer for a page of %j',
    (piece) => {
      const page = piece.repeat(20_000).slice(0, 60_000);
      const started = performance.now();
      if (readsQuickly(page)) show(page);
      expect(performance.now() - started).toBeLessThan(15_000);
    },
    30_000,
  );

  it.each(['*a_ '.repeat(20_000), '1. '.repeat(2000), 'x'.repeat(70_000)])(
    'stays as it was written when that would take too long',
    (page) => expect(readsQuickly(page)).toBe(false),
  );
});

describe('text of which only a part is there yet', () => {
  const text =
    '# Prices\n\n| a | b |\n|---|---|\n| **1** | `2` |\n\n- x\n  - ~~y~~ [z](https://example.com)\n\n```js\nlet a;\n```';

  it('is laid out wherever it ends', () => {
    const { rerender, container } = render(framed(<MarkdownBody text="" />));
    for (let end = 1; end <= text.length; end += 1) rerender(framed(<MarkdownBody text={text.slice(0, end)} />));
    expect(container.querySelectorAll('td')).toHaveLength(2);
  });

  it('can be read before the means to lay it out are loaded', async () => {
    const { container } = render(framed(<MarkdownText text="**bold** text" />));
    expect(container).toHaveTextContent('bold');
    await waitFor(() => expect(container.querySelector('strong')).toHaveTextContent('bold'));
  });
});

describe('a text of unknown kind', () => {
  it.each([
    '# Title',
    '- one\n- two',
    '1. one',
    'a **b** c',
    '~~gone~~',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'a | b\n--- | ---\n1 | 2',
    'See https://example.com for more.',
    '![cat](data:image/png;base64,iV==)',
  ])('is taken for Markdown: %j', (text) => expect(looksLikeMarkdown(text)).toBe(true));

  it.each(['plain words', 'a * b * c', 'x | y', 'key: 1\nurls:\n  main: https://example.com', '#tag', '--- a ---'])(
    'stays as it is: %j',
    (text) => expect(looksLikeMarkdown(text)).toBe(false),
  );
});
