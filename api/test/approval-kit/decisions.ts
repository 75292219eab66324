import { expect } from 'vitest';
import { parseNodeIdOf } from '#platform/ids.ts';
import type { Case } from './stage.ts';

const NEW_KEY = 'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id } } }';
const REVOKE = 'mutation($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';
const MEMBERS = 'query { members(first: 100) { edges { node { id role { slug } } } } }';
const SET_ROLE =
  'mutation($id: ID!, $role: String) { updateMember(input: { id: $id, role: $role }) { member { id } } }';
const SESSION = 'query($id: ID!) { session(id: $id) { status } }';

/** What else may come between a question and its answer. */
export const DECISIONS: readonly Case[] = [
  {
    id: 'D1',
    trouble: 'a call is denied',
    holds: 'the caller gets the reason as the answer to its call, not as an exception',
    async run({ bench, makeGated, wait, first, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      expect(await bench.decide(first, approvalId, 'DENY', { reason: 'Ask Ada first.' })).toBe('OK');
      const told = await ended(callId);
      expect(told).toMatchObject({ state: 'failed', code: 'APPROVAL_DENIED' });
      expect(told.message).toContain('Ask Ada first.');
      expect(reached(input)).toBe(0);
    },
  },
  {
    id: 'D2',
    trouble: 'several gated calls are made in one step',
    holds: 'each has an approval of its own, in any order, and the step goes on when all are decided',
    skips: { 'composition step': 'its steps are taken one after the other, so one of them waits at a time' },
    async run({ surface, bench, caller, makeGated, wait, first, ended, reached }) {
      const gated = await makeGated();
      const one = await wait(gated);
      const { sessionId } = one;
      const waiting = [one, await wait(gated, { sessionId }), await wait(gated, { sessionId })];
      const decisions = ['APPROVE', 'DENY', 'APPROVE'] as const;
      const standing = async () =>
        surface.keepsSession
          ? (await bench.get(caller.credentials, SESSION, { id: one.sessionId })).session.status
          : null;
      for (const at of [2, 0, 1]) {
        if (surface.keepsSession) expect(await standing()).toBe('WAITING_TOOL');
        expect(await bench.decide(first, waiting[at]!.approvalId, decisions[at]!)).toBe('OK');
      }
      const states = [];
      for (const { callId } of waiting) states.push((await ended(callId)).state);
      expect(states).toEqual(['done', 'failed', 'done']);
      expect(waiting.map(({ input }) => reached(input))).toEqual([1, 0, 1]);
      expect(await standing()).not.toBe('WAITING_TOOL');
    },
  },
  {
    id: 'D3',
    trouble: 'a client claims that a call was approved before',
    holds: 'nothing that a client sends counts as an approval',
    async run({ bench, caller, makeGated, newInput, reached }) {
      const gated = await makeGated();
      const input = newInput();
      const told = await Promise.all(caller.claims(gated.entrance, input));
      expect(told.filter(({ state }) => !['waiting', 'refused', 'failed'].includes(state))).toEqual([]);
      expect(reached(input)).toBe(0);
      expect(new Set(await bench.log(gated.slug))).not.toContain('tool.approved');
    },
  },
  {
    id: 'D4',
    trouble: 'an approver whose right was taken away decides',
    holds: 'a person who lost the role and a key that was revoked are refused at once; others still decide',
    async run({ bench, makeGated, wait, first, second, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      const { createApiKey } = await bench.get(bench.keeper, NEW_KEY, { input: { name: 'Decides', role: 'admin' } });
      await bench.get(bench.keeper, REVOKE, { id: createApiKey.apiKey.id });
      const key = { authorization: `Bearer ${createApiKey.secret}` };
      expect(await bench.decide(key, approvalId, 'APPROVE')).toBe('UNAUTHENTICATED');

      const { members } = await bench.get(bench.keeper, MEMBERS);
      const admin = members.edges.find(({ node }: { node: { role: { slug: string } } }) => node.role.slug === 'admin');
      const setRole = (role: string) => bench.get(bench.keeper, SET_ROLE, { id: admin.node.id, role });
      await setRole('viewer');
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('FORBIDDEN');
      expect(reached(input)).toBe(0);
      await setRole('admin');
      expect(await bench.decide(second, approvalId, 'APPROVE')).toBe('OK');
      expect((await ended(callId)).state).toBe('done');
    },
  },
  {
    id: 'D5',
    trouble: 'a decision is sent a second time',
    holds: 'it counts once, whoever repeats or reverses it',
    async run({ bench, makeGated, wait, first, second, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('ALREADY_DECIDED');
      expect(await bench.decide(second, approvalId, 'DENY')).toBe('ALREADY_DECIDED');
      expect((await ended(callId)).state).toBe('done');
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('ALREADY_DECIDED');
      expect(reached(input)).toBe(1);
    },
  },
  {
    id: 'D6',
    trouble: 'the arguments that an approver is shown are not those that were asked about',
    holds: 'approving is refused, and nothing is made with either of them',
    async run({ house, bench, makeGated, wait, first, newInput, reached }) {
      const { approvalId, input } = await wait(await makeGated());
      const shown = newInput();
      await house.app().database.system.approval.update({
        where: { id: parseNodeIdOf('Approval', approvalId)! },
        data: { input: shown },
      });
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('APPROVAL_OUT_OF_SCOPE');
      await house.settled();
      expect([reached(input), reached(shown)]).toEqual([0, 0]);
    },
  },
  {
    id: 'D7',
    trouble: 'what was approved is exchanged before the call is made',
    holds: 'the call is not made, and its caller is told',
    async acrossRestart({ house, bench, makeGated, wait, first, newInput, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      expect(await bench.decide(first, approvalId, 'APPROVE', { input: { ...input, amount: 2 } })).toBe('OK');
      const exchanged = newInput();
      await house.app().database.system.approval.update({
        where: { id: parseNodeIdOf('Approval', approvalId)! },
        data: { editedInput: exchanged },
      });
      return async () => {
        expect(await ended(callId)).toMatchObject({ state: 'failed', code: 'APPROVAL_OUT_OF_SCOPE' });
        expect([reached(input), reached(exchanged)]).toEqual([0, 0]);
      };
    },
  },
  {
    id: 'D8',
    trouble: 'an approver edits the arguments',
    holds: 'what does not fit is refused by its field; what fits is made in place of what was asked',
    async run({ bench, makeGated, wait, first, newInput, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      const wrong = { input: { ...input, amount: 'many' } };
      expect(await bench.decide(first, approvalId, 'APPROVE', wrong)).toBe('BAD_USER_INPUT');
      const edited = newInput();
      expect(await bench.decide(first, approvalId, 'APPROVE', { input: edited })).toBe('OK');
      expect(await ended(callId)).toMatchObject({ state: 'done', output: { word: edited.word } });
      expect([reached(input), reached(edited)]).toEqual([0, 1]);
    },
  },
];
