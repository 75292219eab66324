import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import { DECIDE, FIELDS, type Rule } from './bench.ts';
import type { Case, Waiting } from './stage.ts';

const IN_ORDER = ['tool.needs_approval', 'tool.approved', 'tool.started', 'tool.completed'];
const DECIDE_ALL = `mutation($ids: [ID!]!) { decideApprovals(input: { ids: $ids, decision: APPROVE }) {
  results { code } } }`;
const ANOTHER_ADDRESS = { executionSpec: { kind: 'static', output: { word: 'something else' } } };

/** What is tried against approvals: the rows of the list of attacks. */
export const A_ROWS: readonly Case[] = [
  {
    id: 'A1',
    trouble: 'a gated call is made',
    holds: 'it waits without reaching the outside, and is made once approved; the log has each step in order',
    async run({ surface, bench, makeGated, wait, first, ended, reached, house }) {
      const gated = await makeGated();
      const { approvalId, callId, input } = await wait(gated);
      await house.settled();
      expect(reached(input)).toBe(0);
      expect(await bench.log(gated.slug)).toEqual(['tool.needs_approval']);
      const { source, subSource } = surface;
      expect(await bench.approvals(gated.slug)).toMatchObject([{ run: { source, subSource } }]);
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      expect(await ended(callId)).toMatchObject({ state: 'done', output: { word: input.word } });
      expect(reached(input)).toBe(1);
      expect(await bench.log(gated.slug)).toEqual(IN_ORDER);
    },
  },
  {
    id: 'A1 policy',
    trouble: 'a tool that always asks, without any rule',
    holds: 'it asks every machine and lets a person or a plain key pass',
    async run({ surface, bench, caller, newInput, reached }) {
      const slug = await bench.authorReaching('ALWAYS_ASK');
      const input = newInput();
      const { state } = await caller.call(await surface.entrance(bench, slug), input);
      const asks = surface.asks === 'policy';
      expect([state, reached(input)]).toEqual(asks ? ['waiting', 0] : ['done', 1]);
    },
  },
  {
    id: 'A1 rule',
    trouble: 'a tool that never asks, under a rule that does or that refuses',
    holds: 'a rule asks every caller, and one that refuses is told to the caller with its reason',
    async run({ caller, makeGated, wait, newInput, reached }) {
      await wait(await makeGated({ verdict: 'ask' }));
      const { entrance } = await makeGated({ verdict: 'deny', reason: 'Closed for the season.' });
      const input = newInput();
      const told = await caller.call(entrance, input);
      expect(['refused', 'failed']).toContain(told.state);
      expect(told).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('Closed for the season.') });
      expect(reached(input)).toBe(0);
    },
  },
  {
    id: 'A1 retry',
    trouble: 'a gated call is sent again and again',
    holds: 'under one idempotency key it waits once and is made once',
    skips: { 'MCP port': 'its protocol has no idempotency key, so every call is one of its own' },
    async run({ bench, caller, makeGated, first, newInput, ended, reached }) {
      const gated = await makeGated();
      const [input, idempotencyKey] = [newInput(), newId()];
      const call = () => caller.call(gated.entrance, input, { idempotencyKey });
      const told = await Promise.all([call(), call(), call()]);
      expect(new Set(told.map(({ state, callId }) => `${state} ${callId}`)).size).toBe(1);
      const asked = await bench.approvals(gated.slug);
      expect(asked).toMatchObject([{ status: 'PENDING' }]);
      expect(await bench.decide(first, asked[0]!.id, 'APPROVE')).toBe('OK');
      expect((await ended(told[0]!.callId!)).state).toBe('done');
      expect((await call()).state).toBe('done');
      expect(reached(input)).toBe(1);
    },
  },
  {
    id: 'A2',
    trouble: 'the tool or its rule is changed between question and decision',
    holds: 'approving is refused, denying is not, and the call must be asked for again',
    async run({ bench, makeGated, wait, first, second, ended, reached }) {
      const changes: [string, object][] = [
        ['what it does', ANOTHER_ADDRESS],
        ['what it takes', { fields: FIELDS.map((field) => ({ ...field, required: field.name !== 'note' })) }],
        ['its policy', { permissionPolicy: 'ALWAYS_ASK' }],
      ];
      for (const [what, change] of changes) {
        const gated = await makeGated({});
        const { approvalId, callId, input } = await wait(gated);
        await bench.change(gated.slug, change);
        expect([what, await bench.decide(first, approvalId, 'APPROVE')]).toEqual([what, 'APPROVAL_OUT_OF_SCOPE']);
        expect(await bench.decide(first, approvalId, 'DENY')).toBe('OK');
        expect((await ended(callId)).state).toBe('failed');
        expect(reached(input)).toBe(0);
      }
      const gated = await makeGated({});
      const { approvalId, input } = await wait(gated);
      await bench.changeRule(gated.rule!, { needed: 2 });
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('APPROVAL_OUT_OF_SCOPE');
      const again = await wait(gated);
      expect(await bench.decide(first, again.approvalId, 'APPROVE')).toBe('OK');
      expect(reached(again.input)).toBe(0);
      expect(await bench.decide(second, again.approvalId, 'APPROVE')).toBe('OK');
      expect((await ended(again.callId)).state).toBe('done');
      expect([reached(input), reached(again.input)]).toEqual([0, 1]);
    },
  },
  {
    id: 'A2 gone',
    trouble: 'the rule that asked is switched off or deleted while a call waits',
    holds: 'the call waits on for those who were asked, and is made once approved',
    async run({ bench, makeGated, wait, first, ended, reached }) {
      const changes = [(rule: Rule) => bench.changeRule(rule, { enabled: false }), bench.deleteRule];
      for (const change of changes) {
        const gated = await makeGated({});
        const { approvalId, callId, input } = await wait(gated);
        await change(gated.rule!);
        expect(reached(input)).toBe(0);
        expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
        expect((await ended(callId)).state).toBe('done');
        expect(reached(input)).toBe(1);
      }
    },
  },
  {
    id: 'A2 late',
    trouble: 'the tool is changed between decision and start',
    holds: 'the call is not made, and its caller is told',
    async acrossRestart({ bench, makeGated, wait, first, ended, reached }) {
      const gated = await makeGated();
      const { approvalId, callId, input } = await wait(gated);
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      await bench.change(gated.slug, ANOTHER_ADDRESS);
      return async () => {
        expect(await ended(callId)).toMatchObject({ state: 'failed', code: 'APPROVAL_OUT_OF_SCOPE' });
        expect(reached(input)).toBe(0);
      };
    },
  },
  {
    id: 'A3',
    trouble: 'an approval is used for a second call',
    holds: 'the same call made again waits again, and the old decision cannot be repeated for it',
    async run({ bench, caller, makeGated, wait, first, second, ended, reached }) {
      const gated = await makeGated();
      const { approvalId, callId, input } = await wait(gated);
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      expect((await ended(callId)).state).toBe('done');
      const again = await wait(gated, { input });
      expect(await bench.decide(second, approvalId, 'APPROVE')).toBe('ALREADY_DECIDED');
      expect(await caller.read(again.callId)).toMatchObject({ state: 'waiting' });
      expect(reached(input)).toBe(1);
    },
  },
  {
    id: 'A3 same',
    trouble: 'arguments are written in another way',
    holds: 'what means the same is approved as asked; what only looks the same is an edit, and on record as one',
    async run({ house, bench, makeGated, wait, first, newInput, ended }) {
      const gated = await makeGated();
      const one = await wait(gated, { input: { ...newInput(), note: 'caf\u00e9' } });
      const { word, note } = one.input;
      const variables = { input: { id: one.approvalId, decision: 'APPROVE', input: { note, amount: 1, word } } };
      const { body } = await house.wire().send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...first },
        body: JSON.stringify({ query: DECIDE, variables }).replace('"amount":1', '"amount":1.0'),
      });
      expect(body.errors).toBeUndefined();
      const editsOf = async (approvalId: string) =>
        (await bench.approvals(gated.slug)).find(({ id }) => id === approvalId)!.edits;
      expect(await editsOf(one.approvalId)).toEqual([]);
      expect((await ended(one.callId)).state).toBe('done');

      const other = await wait(gated, { input: { ...newInput(), note } });
      const edited = { ...other.input, note: 'cafe\u0301' };
      expect(await bench.decide(first, other.approvalId, 'APPROVE', { input: edited })).toBe('OK');
      expect(await editsOf(other.approvalId)).toEqual([{ path: 'note', before: note, after: edited.note }]);
      expect((await ended(other.callId)).state).toBe('done');
    },
  },
  {
    id: 'A4 self',
    trouble: 'whoever asked, or a machine, approves',
    holds: 'both are refused though they hold the right, and the call goes on waiting',
    async run({ bench, caller, makeGated, wait, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      const { createApiKey } = await bench.get(
        bench.keeper,
        'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
        { input: { name: 'Another machine', role: 'admin', actsForAgent: true } },
      );
      const machine = { authorization: `Bearer ${createApiKey.secret}` };
      expect(await bench.decide(caller.credentials, approvalId, 'APPROVE')).toBe('FORBIDDEN');
      expect(await bench.decide(machine, approvalId, 'APPROVE')).toBe('FORBIDDEN');
      expect(await caller.read(callId)).toMatchObject({ state: 'waiting' });
      expect(reached(input)).toBe(0);
    },
  },
  {
    id: 'A4 race',
    trouble: 'one approves while another one denies',
    holds: 'exactly one of them decides, the other is told so, and the call ends accordingly',
    async run({ bench, makeGated, wait, first, second, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      const [approving, denying] = await Promise.all([
        bench.decide(first, approvalId, 'APPROVE'),
        bench.decide(second, approvalId, 'DENY'),
      ]);
      expect([approving, denying].toSorted()).toEqual(['ALREADY_DECIDED', 'OK']);
      const { state } = await ended(callId);
      expect([state, reached(input)]).toEqual(approving === 'OK' ? ['done', 1] : ['failed', 0]);
    },
  },
  {
    id: 'A4 expired',
    trouble: 'a decision comes too late',
    holds: 'it is refused, and the caller is told that nobody decided in time',
    async run({ house, bench, makeGated, wait, first, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated({ expiresAfter: 60 }));
      house.clock.advance(61_000);
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('APPROVAL_EXPIRED');
      expect(await ended(callId)).toMatchObject({ state: 'failed', code: 'APPROVAL_EXPIRED' });
      expect(reached(input)).toBe(0);
    },
  },
  {
    id: 'A4 cancelled',
    trouble: 'a call is approved after its caller took it back',
    holds: 'the decision is refused, and the call is not made',
    async run({ house, bench, caller, makeGated, wait, first, reached }) {
      const { approvalId, callId, runId, input } = await wait(await makeGated());
      await caller.cancel(callId);
      expect(await caller.read(callId)).toMatchObject({ state: 'cancelled' });
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('APPROVAL_CANCELLED');
      await bench.pushRun(runId);
      await house.settled();
      expect(reached(input)).toBe(0);
    },
  },
  {
    id: 'A6',
    trouble: 'everything is started again while many calls wait, and all are approved at once',
    holds: 'each of them is made once',
    async acrossRestart({ bench, makeGated, wait, first, ended, reached }) {
      const gated = await makeGated();
      const waiting: Waiting[] = [];
      for (let at = 0; at < 8; at += 1) waiting.push(await wait(gated));
      return async () => {
        const ids = waiting.map(({ approvalId }) => approvalId);
        const { decideApprovals } = await bench.get(first, DECIDE_ALL, { ids });
        expect(decideApprovals.results).toEqual(ids.map(() => ({ code: null })));
        for (const { callId } of waiting) expect((await ended(callId)).state).toBe('done');
        expect(waiting.map(({ input }) => reached(input))).toEqual(waiting.map(() => 1));
      };
    },
  },
];
