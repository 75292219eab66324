import { expect, it } from 'vitest';
import { surveyExpression } from './survey-expression.ts';

it.each<[string, string[][]]>([
  ['1 + 2 * 3', []],
  ['input.a + input.b.c', [['a'], ['b', 'c']]],
  ['round(input["a"] * 1.19, 2)', [['a']]],
  ['input.list[1].price', [['list', '1', 'price']]],
  ['input.list[input.at].price', [['list'], ['at']]],
  ['{{input.a}} > 3 ? "{{input.b}}!" : pi', []],
  ['not (input.a and true) or 1 < input.b < 3', [['a'], ['b']]],
  ['[1, -input.a, +2, 5 % 3, 2 ^ 3]', [['a']]],
  ['length(input) == 0', []],
])('finds nothing wrong with %s, and the inputs it names', async (text, inputs) => {
  expect(await surveyExpression(text)).toEqual({ problem: null, inputs });
});

it.each([
  ['1 +', 'The expression cannot be read at character 4'],
  ['(1', 'cannot be read'],
  ['', 'The expression is empty.'],
  ['# note', 'The expression is empty.'],
  ['price * 2', 'There is no price. Values of the input are written input.price.'],
  ['constructor', 'There is no constructor.'],
  ['sin(1)', 'There is no function sin. There are floor'],
  ['input.toString()', 'There is no function here.'],
  ['round(1, 2, 3)', 'round takes 1 to 2 values, not 3.'],
  ['input.a ? other : 1', 'There is no other.'],
  ['min(1, max(2, nothing))', 'There is no nothing.'],
  ['input.a!', '! cannot be used here.'],
  ['a = 3', 'more than a calculation can do'],
  ['1; 2', 'more than a calculation can do'],
  ['input.list[1, 2]', 'A property is a name or a number.'],
  ['input.list[unknown]', 'There is no unknown.'],
])('tells what is wrong with %j', async (text, problem) => {
  expect((await surveyExpression(text)).problem).toContain(problem);
});
