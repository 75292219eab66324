// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#toolkit/field-definition.ts';
import type { ExecutionSpec } from './execution-spec.ts';
import { findUrlProblem } from './execution-spec-request.ts';
import { findExpressionProblems, findRunnerProblem, validateExecutionSpec } from './execution-spec-rules.ts';

const text = (name: string): FieldDefinition => ({ name, label: name, type: 'text', required: true });
const FIELDS: FieldDefinition[] = [
  text('city'),
  { name: 'customer', label: 'Customer', type: 'object', required: true, fields: [text('name')] },
  { name: 'tags', label: 'Tags', type: 'array', required: false, items: text('tag') },
];

type Tools = Record<string, string[] | null>;
/** Tools by slug: `null` is code, a list is a composition of these. */
const TOOLS: Tools = {
  code: null,
  demanding: null,
  one: ['code'],
  two: ['one', 'one'],
  three: ['two'],
  four: ['three'],
  five: ['four'],
};

/** What the code tool `demanding` takes; the others take anything. */
const TAKES: Record<string, FieldDefinition[]> = {
  demanding: [
    text('city'),
    text('day'),
    { ...text('unit'), default: 'C' },
    { ...text('note'), required: false },
    { ...text('reason'), visibleWhen: { field: 'day', in: ['today'] } },
  ],
};

const compositionOf = (slugs: string[]): ExecutionSpec => ({
  kind: 'composition',
  steps: slugs.map((toolSlug, at) => ({ id: `s${at}`, toolSlug, inputMap: {} })),
});

function check(spec: ExecutionSpec, tools: Tools = TOOLS, slug = 'mine'): [string, string][] {
  const findSpec = (other: string) => {
    const known = Object.hasOwn(tools, other) ? tools[other] : undefined;
    return known ? compositionOf(known) : known;
  };
  const findFields = (other: string) => TAKES[other] ?? [];
  const findInputs = (other: string) => TAKES[other] && new Set(TAKES[other].map((field) => field.name));
  const findCallers = (other: string) => Object.keys(tools).filter((each) => tools[each]?.includes(other));
  const shelf = { findSpec, findFields, findInputs, findCallers };
  const problems = validateExecutionSpec(spec, { slug, fields: FIELDS, ...shelf });
  return problems.map(({ path, message }) => [path.join('.'), message]);
}

const http = (more: object): ExecutionSpec => ({ kind: 'http', url: 'https://a.example', method: 'POST', ...more });
const prompt = (template: string): ExecutionSpec => ({ kind: 'prompt', mode: 'direct', prompt_template: template });

describe('the tools of a composition', () => {
  it.each([[['code']], [['one', 'code']], [['four']], [['two', 'three', 'code']]])('may be %j', (slugs) => {
    expect(check(compositionOf(slugs))).toEqual([]);
  });

  it.each([
    ['itself', ['code', 'mine'], 'executionSpec.steps.1.toolSlug', 'A tool cannot call itself.'],
    ['one that is not there', ['gone'], 'executionSpec.steps.0.toolSlug', 'There is no tool gone.'],
    ['a word of JavaScript', ['constructor'], 'executionSpec.steps.0.toolSlug', 'There is no tool constructor.'],
    ['too deep a one', ['five'], 'executionSpec.steps.0.toolSlug', 'Compositions may lie 5 levels deep'],
  ])('may not be %s', (_case, slugs, path, message) => {
    expect(check(compositionOf(slugs))).toEqual([[path, expect.stringContaining(message)]]);
  });

  it('may not lead back, and the way is named', () => {
    const tools = { ...TOOLS, first: ['code', 'second'], second: ['mine'] };
    expect(check(compositionOf(['code', 'first']), tools)).toEqual([
      ['executionSpec.steps.1.toolSlug', 'This goes in a circle: mine → first → second → mine.'],
    ]);
  });

  it('are checked in no time even where others go in circles or branch widely', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`w${at}`, Array.from({ length: 20 }, () => `w${(at + 1) % 40}`)]),
    );
    const started = performance.now();
    check(compositionOf(['w0']), wide);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it.each<[string, Record<string, string | null>, string | null]>([
    ['nothing', {}, 'city, day'],
    ['one of two', { day: '{{input.city}}' }, 'city'],
    ['nothing for one of them', { city: 'Rome', day: null }, 'day'],
    ['all it needs', { city: '{{input.city}}', day: 'today' }, null],
  ])('get what they need: with %s', (_case, inputMap, missing) => {
    const steps = [
      { id: 'one', toolSlug: 'code', inputMap: {} },
      { id: 'two', toolSlug: 'demanding', inputMap },
    ];
    const problem = ['executionSpec.steps.1.inputMap', `demanding needs ${missing}. Say where to take it from.`];
    expect(check({ kind: 'composition', steps })).toEqual(missing === null ? [] : [problem]);
  });

  it('get nothing that they have no input for', () => {
    const given = { city: 'Rome', day: 'today', unit: 'F', colour: '{{input.city}}', toString: 'x' };
    const steps = [{ id: 'one', toolSlug: 'demanding', inputMap: given }];
    const at = (name: string) => [
      `executionSpec.steps.0.inputMap.${name}`,
      `demanding has no input ${name}. Take it out.`,
    ];
    expect(check({ kind: 'composition', steps })).toEqual([at('colour'), at('toString')]);
  });

  it('may not make those too deep that call this tool already', () => {
    const changed = (slug: string, steps: string[]) => check(compositionOf(steps), TOOLS, slug);
    const leaf = { ...TOOLS, leaf: null, five: ['four', 'leaf'] };
    expect(check(compositionOf(['code', 'three']), leaf, 'leaf')).toEqual([]);
    expect(check(compositionOf(['code', 'four']), leaf, 'leaf')).toEqual([
      [
        'executionSpec.steps.1.toolSlug',
        'Compositions may lie 5 levels deep; with four five has more: five → leaf → four.',
      ],
    ]);
    expect(changed('three', ['two'])).toEqual([]);
    expect(changed('one', ['code'])).toEqual([]);
  });

  it('have ids of their own', () => {
    const step = { id: 'same', toolSlug: 'code', inputMap: {} };
    expect(check({ kind: 'composition', steps: [step, step] })).toEqual([
      ['executionSpec.steps.1.id', 'Two steps are called same.'],
    ]);
  });
});

describe('what is filled in', () => {
  const steps = (inputMap: Record<string, string>, output?: Record<string, string>): ExecutionSpec => ({
    kind: 'composition',
    steps: [
      { id: 'first', toolSlug: 'code', inputMap: {} },
      { id: 'second', toolSlug: 'code', inputMap },
      { id: 'third', toolSlug: 'code', inputMap: {} },
    ],
    output,
  });

  it.each<[string, ExecutionSpec]>([
    ['an input', http({ body: { to: '{{input.city}}' } })],
    ['the whole input', http({ body: '{{ input }}' })],
    ['a field within one', http({ url: 'https://a.example/{{input.customer.name}}?c={{input.city}}' })],
    ['an item of a list', http({ headers: { 'X-Tag': '{{input.tags.0}}' } })],
    ['an input in a prompt by its bare name', prompt('{{city}} and {{input.city}}')],
    ['what an earlier step gave', steps({ a: '{{steps.first.output.id}}', b: '{{steps.first.output}}' })],
    ['what any step gave, in the output', steps({}, { all: '{{steps.third.output.id}}' })],
    ['nothing between braces of a text', prompt('Answer as LaTeX: {{a} and {{ and ${x')],
    ['nothing in what a static tool says', { kind: 'static', output: '{{whatever}} ${secret.X}' }],
  ])('can be %s', (_case, spec) => {
    expect(check(spec)).toEqual([]);
  });

  it.each<[string, ExecutionSpec, string, string]>([
    ['an unknown input', http({ body: '{{input.town}}' }), 'body', 'There is no input town.'],
    ['a prototype', http({ body: '{{input.__proto__}}' }), 'body', 'There is no input __proto__.'],
    ['an unknown field within one', http({ body: ['{{input.customer.age}}'] }), 'body.0', 'There is no input age.'],
    ['an unknown name in a prompt', prompt('{{town}}'), 'prompt_template', 'There is no input town.'],
    ['a bare name elsewhere', http({ body: '{{city}}' }), 'body', 'Write {{input.…}}, not {{city}}.'],
    ['nothing', http({ body: '{{}}' }), 'body', '{{}} names nothing.'],
    ['a step outside a composition', http({ body: '{{steps.a.output}}' }), 'body', 'Only compositions have steps.'],
    ['its own step', steps({ a: '{{steps.second.output}}' }), 'steps.1.inputMap.a', 'The step second has not run yet'],
    ['a later step', steps({ a: '{{steps.third.output}}' }), 'steps.1.inputMap.a', 'The step third has not run yet'],
    ['an unknown step', steps({ a: '{{steps.gone.output}}' }), 'steps.1.inputMap.a', 'There is no step gone.'],
    ['a step without output', steps({ a: '{{steps.first.id}}' }), 'steps.1.inputMap.a', 'Write {{steps.first.output}}'],
    ['an input without an end', http({ url: 'https://a.example/{{input.city' }), 'url', '{{input.city is not closed.'],
    [
      'a name without an end',
      http({ url: 'https://a.example/{{city}?x' }),
      'url',
      '{{city is not closed. End it with }}.',
    ],
    ['an end that is missing once', http({ body: ['{{input.city}} {{ input.city}'] }), 'body.0', 'is not closed'],
    ['an input without an end in a prompt', prompt('In {{input.city'), 'prompt_template', '{{input.city is not closed'],
    ['a step without an end', steps({ a: '{{steps.first.output' }), 'steps.1.inputMap.a', 'is not closed'],
    [
      'a secret in the braces of inputs',
      http({ headers: { A: 'Bearer {{secrets.KEY}}' } }),
      'headers.A',
      'Write ${secret.KEY} for a secret, not {{secrets.KEY}}.',
    ],
    ['a secret in these braces', http({ body: '{{ secret.KEY }}' }), 'body', 'Write ${secret.KEY} for a secret'],
    ['a variable in these braces', http({ body: '{{env.KEY}}' }), 'body', 'Write ${env.KEY} for a secret'],
    [
      'secrets in the plural',
      http({ headers: { A: 'Bearer ${secrets.KEY}' } }),
      'headers.A',
      'Write ${secret.KEY} for a secret, not ${secrets.KEY}.',
    ],
    [
      'secrets in the plural within an address',
      http({ url: 'https://a.example/?key=${secrets.KEY}' }),
      'url',
      'Write ${secret.KEY} for a secret, not ${secrets.KEY}.',
    ],
    ['secrets of a prompt in the plural', prompt('${secrets.KEY}'), 'prompt_template', 'in requests only'],
    ['a secret of a prompt in braces', prompt('{{secrets.KEY}}'), 'prompt_template', 'in requests only'],
    ['a secret without an end', http({ headers: { A: '${secret.KEY' } }), 'headers.A', 'is not closed. End it with }.'],
    ['a secret that is none', http({ headers: { A: '${secret.a-b}' } }), 'headers.A', 'does not name a secret'],
    ['a secret in a prompt', prompt('${secret.KEY}'), 'prompt_template', 'Secrets can be used in requests only'],
    ['a secret in a step', steps({ a: '${env.KEY}' }), 'steps.1.inputMap.a', 'Secrets can be used in requests only'],
  ])('cannot be %s', (_case, spec, path, message) => {
    expect(check(spec)).toEqual([[`executionSpec.${path}`, expect.stringContaining(message)]]);
  });
});

describe('the address of a request', () => {
  it.each([
    'https://api.example.com',
    'http://api.example.com:8080/a?b=c#d',
    'https://api.example.com/{{input.city}}/x?key=${secret.KEY}&q={{input.city}}',
    'https://api.example.com?q={{input.city}}',
    ' https://api.example.com ',
  ])('can be %j', (url) => {
    expect(findUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['ftp://example.com', 'Write an address'],
    ['file:///etc/passwd', 'Write an address'],
    ['javascript:alert(1)', 'Write an address'],
    ['//example.com', 'Write an address'],
    ['example.com', 'Write an address'],
    ['https:example.com', 'Write an address'],
    ['https://', 'Write an address'],
    ['https:///example.com', 'Write an address'],
    ['{{input.url}}', 'The host must be fixed'],
    ['{{input.scheme}}://example.com', 'The host must be fixed'],
    ['https://{{input.host}}/a', 'The host must be fixed'],
    ['https://api.{{input.zone}}.example.com/', 'The host must be fixed'],
    ['https://example.com:{{input.port}}/', 'The host must be fixed'],
    ['https://example.com{{input.path}}', 'The host must be fixed'],
    ['https://${secret.host}/a', 'The host must be fixed'],
    ['https://${env.host}/a', 'The host must be fixed'],
    ['https://ada:pass@example.com', 'Names and passwords'],
    ['https://example.com/a b', 'no spaces'],
    ['https://example.com/\r\nHost: evil', 'no spaces'],
    ['https://exam\tple.com', 'no spaces'],
  ])('cannot be %j', (url, problem) => {
    expect(findUrlProblem(url)).toContain(problem);
  });

  it('can lie inside: whether it may be reached is judged when it is called', () => {
    expect(check(http({ url: 'http://127.0.0.1:9000/{{input.city}}' }))).toEqual([]);
    expect(check({ kind: 'webhook', webhookUrl: 'http://10.0.0.1', method: 'POST' })).toEqual([]);
  });
});

describe('a header', () => {
  it.each(['Host', 'host', 'Transfer-Encoding', 'CONNECTION', 'Content-Length', 'Upgrade', 'Proxy-Authorization'])(
    'cannot be %s',
    (name) => {
      expect(check(http({ headers: { [name]: 'x' } }))).toEqual([
        [`executionSpec.headers.${name}`, `${name} is set by the connection itself.`],
      ]);
    },
  );

  it.each(['a\r\nHost: evil', 'a\nb', 'a\rb', 'a\u0000b'])('cannot hold %j', (value) => {
    expect(check(http({ headers: { 'X-A': value } }))).toEqual([
      ['executionSpec.headers.X-A', 'A header is one line of text.'],
    ]);
  });

  it('cannot be there twice', () => {
    expect(check(http({ headers: { Accept: 'a', accept: 'b' } }))).toHaveLength(1);
  });
});

it.each(['GET', 'HEAD'] as const)('a webhook cannot be sent by %s, which has no body', (method) => {
  const [[path, message] = []] = check({ kind: 'webhook', webhookUrl: 'https://a.example', method });
  expect(path).toBe('executionSpec.method');
  expect(message).toContain('Choose POST.');
});

describe('a calculation', () => {
  const problemsOf = (expression: string) =>
    findExpressionProblems({ kind: 'compute', operation: 'evaluate', expression }, FIELDS);

  it.each(['1 + 2', 'length(input.city) * 2', 'input.tags[1]', 'concat("{{input.city}}", input.customer.name)'])(
    'can be %s',
    async (expression) => {
      expect(await problemsOf(expression)).toEqual([]);
    },
  );

  it.each([
    ['1 +', 'The expression cannot be read at character 4'],
    ['city * 2', 'Values of the input are written input.city.'],
    ['cosine(2)', 'There is no function cosine.'],
    ['input.town + input.town', 'There is no input town.'],
    ['input.customer.age', 'There is no input age.'],
  ])('cannot be %s', async (expression, message) => {
    const path = ['executionSpec', 'expression'];
    expect(await problemsOf(expression)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it('can be given when it runs', async () => {
    expect(await problemsOf(' {{input.city}} ')).toEqual([]);
  });
});

it('a GET request has no body', () => {
  expect(check(http({ method: 'GET', body: 'x' }))).toEqual([['executionSpec.body', 'A GET request has no body.']]);
});

it.each([
  [true, [], 1],
  [true, ['http'], 0],
  [false, [], 0],
] as const)('a kind with enabled %s and runners %j has %i problems', (enabled, runnable, count) => {
  const problems = findRunnerProblem(http({}), enabled, new Set(runnable));
  expect(problems.map((problem) => problem.path)).toEqual(Array(count).fill(['executionSpec', 'kind']));
});
