import { describe, expect, it } from 'vitest';
import { compute } from './compute.runner.ts';

const INPUT = {
  a: 6,
  b: 4,
  name: 'Ada',
  price: '12.5',
  open: true,
  none: null,
  list: [3, 1, 2],
  customer: { age: 36, tags: ['x'] },
  hostile: '1) + constructor.constructor("return process")(',
  trick: '_1_____________',
};

describe('an expression', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3', 7],
    ['-2 ^ 2', -4],
    ['2 ^ 3 ^ 2', 512],
    ['10 % 4', 2],
    ['-1 % 4', 3],
    ['50%', 0.5],
    ['0x1F', 31],
    ['{{input.a}} / {{input.b}}', 1.5],
    ['{{ input.a }} - 1', 5],
    ['2{{input.a}}', 12],
    ['input.a * input.b', 24],
    ['input["a"]', 6],
    ['input.customer.age >= 18', true],
    ['{{input.customer.age}} + {{input.list.1}}', 37],
    ['input.list[1]', 3],
    ['{{input.price}} * 2', 25],
    ['{{input.a}} > {{input.b}} and not ({{input.a}} == 7)', true],
    ['1 < {{input.b}} < 3', false],
    ['{{input.open}} ? "yes" : "no"', 'yes'],
    ['true xor true', false],
    ['"Hello " + {{input.name}}', 'Hello Ada'],
    ['"Hello {{input.name}}, {{input.a}}!"', 'Hello Ada, 6!'],
    ['"{{input.trick}}{{input.name}}"', '_1_____________Ada'],
    ['{{input.name}} == "Ada"', true],
    ['"a" < "b"', true],
    ['{{input.none}} == null', true],
    ['[1, 2] == [1, 2]', true],
    ['[1, {{input.a}}]', [1, 6]],
    ['min({{input.list}}) + max(1, 9)', 10],
    ['sum(input.list) / length(input.list) == mean(input.list)', true],
    ['median([4, 1, 3, 2])', 2.5],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1e300, 2)', 1e300],
    ['floor(2.7) + ceil(2.1) + abs(-1) + sqrt(9) + pow(2, 3) + mod(7, 4)', 20],
    ['round(log(8, 2) + ln(e) + log10(100) + exp(0), 6)', 7],
    ['concat("a", 1, true)', 'a1true'],
    ['upper("a") + lower("B")', 'Ab'],
    ['length("a😀")', 2],
    ['1 == 1 ? 2 : 1 / 0', 2],
    ['round(pi, 2)', 3.14],
  ])('%s is %j', async (expression, result) => {
    expect(await compute(expression, INPUT)).toEqual(result);
  });

  it.each<[string, string | RegExp]>([
    ['1 +', 'at character 4'],
    ['1 + * 2', 'at character 5'],
    ['{{input.a}} + + )', 'at character 17'],
    ['', 'empty'],
    ['# only a comment', 'empty'],
    ['a + 1', 'Values of the input are written input.a'],
    ['{{input.gone}} + 1', 'is missing'],
    ['input.gone', 'There is no gone'],
    ['1 / 0', 'divided by zero'],
    ['5 % 0', 'divided by zero'],
    ['sqrt(-1)', 'not a number'],
    ['10 ^ 400', 'not a number'],
    ['1e400', 'not a number'],
    ['{{input.name}} * 2', 'needs a number, not the text “Ada”'],
    ['length(1)', 'needs a text or a list'],
    ['min()', 'takes 1 to 100 values'],
    ['pow(2)', 'takes 2 values, not 1'],
    ['round(1, 99)', '0 to 15 digits'],
    ['sum([])', 'at least one number'],
    [`${'('.repeat(50)}1${')'.repeat(50)}`, 'More than 40 brackets within each other, at character 41'],
  ])('%s fails with a reason', async (expression, reason) => {
    const failure = { code: 'INVALID_EXPRESSION', message: expect.stringMatching(reason) };
    await expect(compute(expression, INPUT)).rejects.toMatchObject(failure);
  });
});

describe('nothing but calculating is possible with', () => {
  it.each([
    'a = 1',
    'input.a = 1',
    'f(x) = x',
    '1; 2',
    '1:5',
    '{a: 1}',
    '5!',
    "input.list'",
    '3 to 4',
    '2 cm',
    'eval("1")',
    'import({a: 1})',
    'createUnit("x")',
    'parse("1")',
    'evaluate("1")',
    'random()',
    'constructor',
    'toString',
    '__proto__',
    'input.constructor',
    'input.__proto__',
    'input.list.constructor',
    'input["constructor"]["constructor"]("return 1")()',
    'input.name.constructor',
    'input.list.map(sqrt)',
    'input.toString()',
    'input.customer.hasOwnProperty("age")',
    'cos.constructor',
    '"".constructor',
    'min.constructor("x")',
    'input.list[0]',
    'input.list[1, 2]',
    'input.list[1:2]',
    'concat.call(1)',
    '{{input.hostile}} + 1 + constructor',
    '{{constructor.name}} + 1',
    '{{input.__proto__.polluted}} + 1',
  ])('%s', async (expression) => {
    await expect(compute(expression, INPUT)).rejects.toMatchObject({ code: 'INVALID_EXPRESSION' });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('a value that looks like an expression', async () => {
    expect(await compute('{{input.hostile}} + "!"', INPUT)).toBe(`${INPUT.hostile}!`);
    await expect(compute('{{input.hostile}} * 1', INPUT)).rejects.toMatchObject({ code: 'INVALID_EXPRESSION' });
  });
});

it.each([
  ['brackets', `${'('.repeat(1_500)}1${')'.repeat(1_500)}`],
  ['signs', `${'-'.repeat(3_900)}1`],
  ['parts', Array.from({ length: 600 }, () => '1').join('+')],
  ['letters', `"${'a'.repeat(5_000)}"`],
])('too many %s are refused quickly', async (_case, expression) => {
  await compute('1', {});
  const start = performance.now();
  await expect(compute(expression, {})).rejects.toMatchObject({ code: 'INVALID_EXPRESSION' });
  expect(performance.now() - start).toBeLessThan(500);
});

it('texts cannot be made to grow without end', async () => {
  const x = 'x'.repeat(50_000);
  await expect(compute('{{input.x}} + input.x + input.x', { x })).rejects.toMatchObject({ code: 'INVALID_EXPRESSION' });
});

describe('a calculator', () => {
  const calculate = (expression: unknown) => compute('{{input.expression}}', { expression, a: 2 });

  it('works out what it is given', async () => {
    expect(await calculate('(1 + 2) * 3')).toBe(9);
    expect(await calculate('input.a * 2')).toBe(4);
    expect(await calculate(5)).toBe(5);
  });

  it('is as closed as any expression', async () => {
    for (const expression of ['constructor', '{{input.a}} = 1', 'x = 1', '', undefined]) {
      await expect(calculate(expression)).rejects.toMatchObject({ code: 'INVALID_EXPRESSION' });
    }
  });
});
