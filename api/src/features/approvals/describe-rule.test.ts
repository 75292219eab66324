import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { describeRule, type RuleNames } from './describe-rule.ts';

const MATCH = { tools: [], categories: [], origins: [], sources: [], callers: [], roles: [] };
const SELF = 'People may approve what is done on their behalf.';
const NOBODY = { users: [], roles: [], manager: false };
const rule = (more: object, names?: RuleNames) =>
  describeRule(
    {
      verdict: 'ask',
      condition: null,
      needed: 1,
      selfApproval: true,
      expiresAfter: null,
      limit: null,
      endsAt: null,
      ...more,
      match: { ...MATCH, ...('match' in more ? (more.match as object) : {}) },
      deciders: { ...NOBODY, ...('deciders' in more ? (more.deciders as object) : {}) },
    },
    names,
  );

it.each<[rule: object, words: string]>([
  [{ verdict: 'allow' }, 'A call may run always.'],
  [{ verdict: 'deny', match: { tools: ['pay', 'wire'] } }, 'A call is refused when the tool is pay or wire.'],
  [{}, `A call waits for approval always. Whoever may decide decides. ${SELF}`],
  [
    { match: { categories: ['money'], callers: ['agent', newId()] }, condition: ' input.amount > 5 ' },
    'A call waits for approval when its category is money and the caller is an agent or a certain one and ' +
      'input.amount > 5. Whoever may decide decides. ' +
      SELF,
  ],
  [
    { deciders: { users: [newId(), newId()], roles: ['approver'], manager: true }, needed: 2, expiresAfter: 7_200 },
    "A call waits for approval always. One of 2 people it names, somebody with the role Approver or the requester's " +
      'manager decides, 2 of them together within 2 hours. ' +
      SELF,
  ],
  [
    { deciders: { users: [newId()] }, expiresAfter: 86_400 },
    `A call waits for approval always. A person it names decides within 1 day. ${SELF}`,
  ],
  [
    { selfApproval: false, match: { roles: ['system_admin', 'clerk'] } },
    'A call waits for approval when their role is Owner or clerk. Whoever may decide decides. ' +
      'Nobody may approve what is done on their behalf.',
  ],
  [
    { verdict: 'allow', limit: 3, endsAt: new Date('2026-12-01T10:30:00Z') },
    'A call may run always. It lets 3 calls pass in all. The rule holds until 1 December 2026 at 10:30 UTC.',
  ],
  [{ verdict: 'allow', limit: 1 }, 'A call may run always. It lets 1 call pass in all.'],
])('%j is said in words', (given, words) => {
  expect(rule(given)).toBe(words);
});

it('people, keys and roles are called by their names, and whoever has none is only counted', () => {
  const [ann, deploy, gone] = [newId(), newId(), newId()];
  const names = {
    ids: new Map([
      [ann, 'Ann'],
      [deploy, 'the key Deploy'],
    ]),
    roles: new Map([['clerk', 'Front desk']]),
  };
  const given = { match: { callers: ['agent', deploy, gone] }, deciders: { users: [ann], roles: ['clerk'] } };
  expect(rule(given, names)).toBe(
    'A call waits for approval when the caller is an agent, the key Deploy or a certain one. ' +
      `Ann or somebody with the role Front desk decides. ${SELF}`,
  );
});
