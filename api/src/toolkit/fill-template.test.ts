// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { describe, expect, it } from 'vitest';
import { fillText, fillValue, type Scope } from './fill-template.ts';

const SCOPE: Scope = {
  input: {
    city: 'Rome',
    count: 3,
    open: false,
    none: null,
    tags: ['a', 'b'],
    customer: { name: 'Ada' },
    hostile: '{{input.city}} ${secret.KEY}',
    steps: 'own',
  },
  steps: { first: { output: { id: 7, rows: [{ n: 1 }] } } },
};

describe('a text', () => {
  it.each([
    ['no holes', 'no holes'],
    ['in {{input.city}}', 'in Rome'],
    ['{{ input.count }} of {{input.open}}', '3 of false'],
    ['[{{input.none}}][{{input.gone}}][{{input.customer.gone.deep}}]', '[][][]'],
    ['{{input.customer}} and {{input.tags}}', '{"name":"Ada"} and ["a","b"]'],
    ['{{input.customer.name}}, {{input.tags.1}}', 'Ada, b'],
    ['{{steps.first.output.id}}/{{steps.first.output.rows.0.n}}', '7/1'],
    ['{{city}} for {{customer.name}}', 'Rome for Ada'],
    ['{{input.constructor}}{{input.__proto__}}{{constructor.name}}{{input.city.length}}', ''],
    ['{{', '{{'],
  ])('%s becomes %s', (template, text) => {
    expect(fillText(template, SCOPE)).toBe(text);
  });

  it('is not filled in a second time by what was filled in', () => {
    const secret = () => 'never';
    expect(fillText('<{{input.hostile}}>', SCOPE, { secret })).toBe('<{{input.city}} ${secret.KEY}>');
    expect(fillText('${secret.KEY}', SCOPE, { secret: () => '{{input.city}} $& $1' })).toBe('{{input.city}} $& $1');
  });

  it('holds secrets only where they are handed out', () => {
    expect(fillText('a ${secret.KEY} b ${env.OTHER}', SCOPE)).toBe('a ${secret.KEY} b ${env.OTHER}');
    expect(fillText('a ${secret.KEY} b ${env.OTHER}', SCOPE, { secret: (key) => `<${key}>` })).toBe(
      'a <KEY> b <OTHER>',
    );
  });
});

describe('a value', () => {
  it('keeps its type where a hole is all there is', () => {
    const template = {
      count: '{{input.count}}',
      open: ' {{input.open}} ',
      tags: '{{input.tags}}',
      text: 'n={{input.count}}',
      rows: ['{{steps.first.output.rows}}', '{{input.gone}}', 5, null],
      none: '{{input.none}}',
      gone: '{{input.gone}}',
      nested: { name: '{{input.customer.name}}' },
    };
    expect(fillValue(template, SCOPE)).toEqual({
      count: 3,
      open: false,
      tags: ['a', 'b'],
      text: 'n=3',
      rows: [[{ n: 1 }], null, 5, null],
      none: null,
      nested: { name: 'Ada' },
    });
  });

  it('with names of JavaScript stays data', () => {
    const filled = fillValue(JSON.parse('{"__proto__": {"polluted": "{{input.city}}"}}'), SCOPE);
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":"Rome"}}');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
