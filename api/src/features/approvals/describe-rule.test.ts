import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { describeRule } from './describe-rule.ts';

const MATCH = { tools: [], categories: [], origins: [], sources: [], callers: [], roles: [] };
const NOBODY = { users: [], roles: [], manager: false };
const rule = (more: object) =>
  describeRule({
    verdict: 'ask',
    condition: null,
    needed: 1,
    expiresAfter: null,
    ...more,
    match: { ...MATCH, ...('match' in more ? (more.match as object) : {}) },
    deciders: { ...NOBODY, ...('deciders' in more ? (more.deciders as object) : {}) },
  });

it.each<[rule: object, words: string]>([
  [{ verdict: 'allow' }, 'A call may run always.'],
  [{ verdict: 'deny', match: { tools: ['pay', 'wire'] } }, 'A call is refused when the tool is pay or wire.'],
  [{}, 'A call waits for approval always. Whoever may decide decides.'],
  [
    { match: { categories: ['money'], callers: ['agent', newId()] }, condition: ' input.amount > 5 ' },
    'A call waits for approval when its category is money and the caller is an agent or a certain one and ' +
      'input.amount > 5. Whoever may decide decides.',
  ],
  [
    { deciders: { users: [newId(), newId()], roles: ['approver'], manager: true }, needed: 2, expiresAfter: 7_200 },
    "A call waits for approval always. One of 2 people it names, somebody with the role approver or the requester's " +
      'manager decides, 2 of them together within 2 hours.',
  ],
  [
    { deciders: { users: [newId()] }, expiresAfter: 86_400 },
    'A call waits for approval always. A person it names decides within 1 day.',
  ],
])('%j is said in words', (given, words) => {
  expect(rule(given)).toBe(words);
});
