// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillBody } from './fill-body.ts';

const secret = (key: string) => `${key}/&?`;
const scopeOf = (input: Record<string, unknown>) => ({ input });

describe('a body', () => {
  const input = { text: 'say "hi"\n\\', count: 2, tags: ['a'], gone: undefined };
  const fill = (template: unknown, type?: string) => fillBody(template, scopeOf(input), secret, type);

  it('in JSON keeps the types of values', () => {
    const template = {
      t: '{{input.text}}',
      n: '{{input.count}}',
      all: ['x {{input.count}}'],
      k: '${secret.K}',
      g: '{{input.gone}}',
    };
    const filled = { t: input.text, n: 2, all: ['x 2'], k: 'K/&?' };
    expect(fill(template)).toEqual({ body: JSON.stringify(filled), contentType: 'application/json' });
  });

  it.each([
    ['{"t": "{{input.text}}", "n": {{input.count}}, "l": [{{ input.tags }}]}', { t: input.text, n: 2, l: [['a']] }],
    ['[{{input.count}}, "a {{input.text}} b"]', [2, `a ${input.text} b`]],
    ['{"a": "\\"{{input.count}}\\""}', { a: '"2"' }],
  ])('that is JSON in a text cannot be broken out of: %s', (template, json) => {
    expect(JSON.parse(fill(template)!.body)).toEqual(json);
  });

  it('in a form is encoded', () => {
    const { body } = fill('a={{input.text}}&k=${secret.K}', 'application/x-www-form-urlencoded')!;
    expect([...new URLSearchParams(body)]).toEqual([
      ['a', input.text],
      ['k', 'K/&?'],
    ]);
  });

  it('in plain text is text', () => {
    expect(fill('n: {{input.count}}')).toEqual({ body: 'n: 2', contentType: 'text/plain; charset=utf-8' });
    expect(fill(undefined)).toBeUndefined();
  });
});

describe('a value stays where it stands', () => {
  const fill = (template: string, type: string, x: unknown, y: unknown = '') =>
    fillBody(template, scopeOf({ x, y }), (key) => `<${key}">`, type)!.body;

  it.each<[string, string, string, string]>([
    [
      'XML',
      'application/xml',
      '<a b="{{input.x}}">{{input.x}}</a>',
      '<a b="&lt;/a&gt;&amp;&quot;">&lt;/a&gt;&amp;&quot;</a>',
    ],
    ['a kind of XML', 'application/soap+xml; charset=utf-8', "<a b='{{input.x}}'/>", "<a b='&lt;/a&gt;&amp;&quot;'/>"],
    ['HTML', 'Text/HTML', '<p>{{input.x}}</p>${secret.K}', '<p>&lt;/a&gt;&amp;&quot;</p>&lt;K&quot;&gt;'],
    ['text of no known make', 'text/csv', 'a,{{input.x}}', 'a,</a>&"'],
  ])('in %s', (_what, type, template, written) => {
    expect(fill(template, type, '</a>&"')).toBe(written);
  });

  it.each<[string, string, string]>([
    [']]><b/>', '', '<a><![CDATA[]]]]><![CDATA[><b/>]]></a>'],
    ['1]]', '>2', '<a><![CDATA[1]]]]><![CDATA[>2]]></a>'],
    ['R&D', '<', '<a><![CDATA[R&D<]]></a>'],
  ])('between the marks of CDATA: %s and %s', (x, y, written) => {
    expect(fill('<a><![CDATA[{{input.x}}{{input.y}}]]></a>', 'text/xml', x, y)).toBe(written);
  });

  it.each(['application/x-ndjson', 'application/jsonl; charset=utf-8', 'application/ndjson'])(
    'in lines of JSON (%s), of which it begins no other',
    (type) => {
      const body = fill(
        '{"index":{}}\n{"q":"{{input.x}}","a":"to {{input.x}}","n":{{input.y}}}\n',
        type,
        'x"}\n{"delete":"1',
        2,
      );
      const [first, second, ...rest] = body.split('\n');
      expect([JSON.parse(first!), JSON.parse(second!), rest]).toEqual([
        { index: {} },
        { q: 'x"}\n{"delete":"1', a: 'to x"}\n{"delete":"1', n: 2 },
        [''],
      ]);
    },
  );

  it('in what is almost JSON, with the secrets beside it', () => {
    const template =
      '{"a": "{{input.x}}", "b": "<{{input.x}}>", "c": {{input.y}}, "k": "${secret.K}", "n": ${secret.K},}';
    expect(fill(template, 'application/vnd.api+json', '",\\', { z: '"' })).toBe(
      '{"a": "\\",\\\\", "b": "<\\",\\\\>", "c": {"z":"\\""}, "k": "<K\\">", "n": <K">,}',
    );
  });

  it('whatever it is: no text makes another line of JSON, or another element of XML', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const lines = fill('{"q":"- {{input.x}}"}\n["{{input.x}}"', 'application/x-ndjson', text).split('\n');
        expect(lines).toHaveLength(2);
        expect(JSON.parse(lines[0]!)).toEqual({ q: `- ${text}` });
        expect(JSON.parse(`${lines[1]!}]`)).toEqual([text]);
        expect(fill('{{input.x}}', 'text/xml', text)).not.toMatch(/[<>"']|&(?!\w+;|#39;)/);
      }),
    );
  });
});
