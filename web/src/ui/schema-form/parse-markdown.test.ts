import { describe, expect, it } from 'vitest';
import { parseMarkdown, parseSpans } from './parse-markdown.ts';

describe('Markdown', () => {
  it('falls into blocks', () => {
    const source = '# Title\nfirst\nsecond\n\n- one\n- two\n1. three\n> said\n```js\n# code\n```\nend';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', level: 1, text: 'Title' },
      { kind: 'paragraph', text: 'first\nsecond' },
      { kind: 'list', ordered: false, items: ['one', 'two'] },
      { kind: 'list', ordered: true, items: ['three'] },
      { kind: 'quote', text: 'said' },
      { kind: 'code', text: '# code' },
      { kind: 'paragraph', text: 'end' },
    ]);
  });

  it('keeps an open fence to the end', () => {
    expect(parseMarkdown('```\na\n\nb')).toEqual([{ kind: 'code', text: 'a\n\nb' }]);
  });

  it('falls into spans', () => {
    expect(parseSpans('a **b** *c* `d` [e](https://f.de) g')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'e', address: 'https://f.de' },
      { kind: 'text', text: ' g' },
    ]);
  });

  it.each(['*', '**', '[', '`', '[a](', '```\n'])('takes no longer for a page of %j', (piece) => {
    const page = piece.repeat(20_000);
    const started = performance.now();
    for (const block of parseMarkdown(page)) if ('text' in block) parseSpans(block.text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
