import { expect } from 'vitest';
import type { Input } from './bench.ts';
import { eventually } from './house.ts';
import type { Case } from './stage.ts';

const INBOX = 'query { myInbox(first: 100) { edges { node { approval { id mayDecide } } } } }';
/** Words by which a model would be led to let itself pass. */
const LEADING = /\b(approve|confirm|unsure|in doubt|skip)/i;

const ONCE = ['tool.needs_approval', 'tool.approved', 'tool.started', 'tool.completed'];
/** The service outside keeps such calls waiting until they are released. */
const held = (input: Input): Input => ({ ...input, word: `held-${input.word}` });

/** Bugs of approvals that are on record elsewhere. */
export const RECORDED_BUGS: readonly Case[] = [
  {
    id: 'B1',
    trouble: 'a declined call ran all the same',
    holds: 'a denied call is never made, whoever asks for it to be started',
    async run({ bench, makeGated, wait, first, ended, reached, house }) {
      const gated = await makeGated();
      const { approvalId, callId, runId, input } = await wait(gated);
      expect(await bench.decide(first, approvalId, 'DENY', { reason: 'Not on a Friday.' })).toBe('OK');
      expect(await ended(callId)).toMatchObject({ state: 'failed', code: 'APPROVAL_DENIED' });
      await bench.pushRun(runId);
      await house.settled();
      expect(reached(input)).toBe(0);
      expect(await bench.log(gated.slug)).toEqual(['tool.needs_approval', 'tool.denied']);
    },
  },
  {
    id: 'B2',
    trouble: 'a decision resumed another call than the one it was about',
    holds: 'a decision moves its own call only, and each caller gets its own output',
    async run({ bench, caller, makeGated, wait, first, ended, reached, newInput, house }) {
      const gated = await makeGated();
      const one = await wait(gated);
      const other = await wait(gated, { sessionId: one.sessionId, input: { ...newInput(), amount: 2 } });
      expect(await bench.decide(first, other.approvalId, 'APPROVE')).toBe('OK');
      expect(await ended(other.callId)).toMatchObject({ state: 'done', output: { word: other.input.word } });
      await house.settled();
      expect(await caller.read(one.callId)).toMatchObject({ state: 'waiting' });
      expect([reached(one.input), reached(other.input)]).toEqual([0, 1]);
      expect(await bench.decide(first, one.approvalId, 'APPROVE')).toBe('OK');
      expect(await ended(one.callId)).toMatchObject({ state: 'done', output: { word: one.input.word } });
      expect([reached(one.input), reached(other.input)]).toEqual([1, 1]);
    },
  },
  {
    id: 'B3',
    trouble: 'approvals at the same time got in each other’s way',
    holds: 'calls that are asked for and decided at once each end by their own decision',
    async run({ bench, caller, makeGated, first, second, ended, reached, newInput }) {
      const gated = await makeGated();
      const inputs = Array.from({ length: 6 }, newInput);
      const told = await Promise.all(inputs.map((input) => caller.call(gated.entrance, input)));
      const asked = await bench.approvals(gated.slug);
      expect(asked).toHaveLength(inputs.length);
      const isDenied = (at: number) => at % 3 === 0;
      const codes = await Promise.all(
        inputs.map(({ word }, at) => {
          const { id } = asked.find(({ input }) => input.word === word)!;
          return bench.decide(at % 2 ? first : second, id, isDenied(at) ? 'DENY' : 'APPROVE');
        }),
      );
      expect(codes).toEqual(inputs.map(() => 'OK'));
      for (const [at, { callId }] of told.entries()) {
        expect((await ended(callId!)).state).toBe(isDenied(at) ? 'failed' : 'done');
        expect(reached(inputs[at]!)).toBe(isDenied(at) ? 0 : 1);
      }
    },
  },
  {
    id: 'B4',
    trouble: 'a waiting call was forgotten when the process was started again',
    holds: 'a call waits through a restart and can be decided as before',
    async acrossRestart({ bench, caller, makeGated, wait, first, ended, reached }) {
      const { approvalId, callId, input } = await wait(await makeGated());
      return async () => {
        expect(await caller.read(callId)).toMatchObject({ state: 'waiting' });
        expect(reached(input)).toBe(0);
        expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
        expect(await ended(callId)).toMatchObject({ state: 'done', output: { word: input.word } });
        expect(reached(input)).toBe(1);
      };
    },
  },
  {
    id: 'B5',
    trouble: 'the question of a call inside other calls never reached anybody',
    holds: 'a call two levels down appears in the inbox, and its output comes up again',
    async run({ bench, makeGated, wait, first, ended, reached }) {
      const gated = await makeGated();
      const entrance = await bench.compose(await bench.compose(gated.entrance));
      const { approvalId, callId, input } = await wait(gated, { entrance });
      const { myInbox } = await bench.get(first, INBOX);
      const items = myInbox.edges.map(({ node }: { node: object }) => node);
      expect(items).toContainEqual({ approval: { id: approvalId, mayDecide: true } });
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      expect(await ended(callId)).toMatchObject({ state: 'done', output: { word: input.word } });
      expect(reached(input)).toBe(1);
    },
  },
  {
    id: 'B6',
    trouble: 'where nobody could be asked, the call was made without asking',
    holds: 'a call waits though nobody is there to be asked and its caller has gone, until somebody comes',
    async run({ alone }) {
      const { house, bench, caller, makeGated, newInput, ended, reached } = await alone();
      const gated = await makeGated();
      const input = newInput();
      const { callId } = await caller.call(gated.entrance, input, { leaves: true });
      await eventually('the call to wait', async () => {
        const { state } = await caller.read(callId!);
        return state === 'waiting' ? state : null;
      });
      await house.settled();
      const [asked] = await bench.approvals(gated.slug);
      expect(asked).toMatchObject({ status: 'PENDING', assigneeId: null });
      expect(reached(input)).toBe(0);
      const late = await house.wire().person(bench.story, 'admin');
      expect(await bench.decide(late, asked!.id, 'APPROVE')).toBe('OK');
      expect((await ended(callId!)).state).toBe('done');
      expect(reached(input)).toBe(1);
    },
  },
  {
    id: 'B7',
    trouble: 'the row said approved and the call was never made',
    holds: 'an approved call is made though whatever was to start it is lost',
    async acrossRestart({ bench, makeGated, wait, first, ended, reached }) {
      const { approvalId, callId, runId, input } = await wait(await makeGated());
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      await bench.loseJobs(runId);
      return async () => {
        expect(await ended(callId)).toMatchObject({ state: 'done', output: { word: input.word } });
        expect(reached(input)).toBe(1);
      };
    },
  },
  {
    id: 'B8',
    trouble: 'a call was made a second time when it was taken up again',
    holds: 'an approved call is made once, however often it is started or resumed',
    async acrossRestart({ house, bench, makeGated, wait, first, ended, reached }) {
      const gated = await makeGated();
      const { approvalId, callId, runId, input } = await wait(gated);
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      for (const id of [runId, callId]) await bench.pushRun(id);
      return async () => {
        expect((await ended(callId)).state).toBe('done');
        await bench.pushRun(runId);
        await house.settled();
        expect(reached(input)).toBe(1);
        expect(await bench.log(gated.slug)).toEqual(ONCE);
      };
    },
  },
  {
    id: 'B8 midway',
    trouble: 'a call was made a second time when it was taken up while it was being made',
    holds: 'a call that somebody works on is left to them',
    async run({ house, bench, makeGated, wait, first, ended, reached, newInput }) {
      const gated = await makeGated();
      const { approvalId, callId, runId, input } = await wait(gated, { input: held(newInput()) });
      expect(await bench.decide(first, approvalId, 'APPROVE')).toBe('OK');
      await eventually('the call to arrive outside', async () => reached(input) || null);
      await bench.pushRun(runId);
      await house.settled({ but: 1 });
      expect(reached(input)).toBe(1);
      house.upstream.release();
      expect((await ended(callId)).state).toBe('done');
      await house.settled();
      expect(reached(input)).toBe(1);
      expect(await bench.log(gated.slug)).toEqual(ONCE);
    },
  },
  {
    id: 'B9',
    trouble: 'in doubt, the answer was yes',
    holds: 'a grant whose condition cannot be worked out asks, and no text leads a model to pass by itself',
    async run({ bench, caller, makeGated, wait, reached }) {
      const gated = await makeGated({ verdict: 'allow', condition: 'input.missing > 1' });
      const { approvalId, input } = await wait(gated);
      const asked = (await bench.approvals(gated.slug)).find(({ id }) => id === approvalId);
      expect(asked!.why).toContain('could not be worked out');
      expect(reached(input)).toBe(0);
      expect((await caller.readsOf?.(gated.slug)) ?? '').not.toMatch(LEADING);
    },
  },
];
