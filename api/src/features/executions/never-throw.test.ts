import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Prisma } from '#generated/prisma/client.ts';
import { NotFound } from '#platform/errors.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import { neverThrow, RunAborted } from './never-throw.ts';

const CALM = new AbortController().signal;
const failed = (code: string, message: unknown, more: object = {}) => ({
  ok: false,
  error: { code, message, ...more },
});
const thrower = (thrown: unknown) => () => {
  throw thrown;
};
const prismaError = (code: string) =>
  new Prisma.PrismaClientKnownRequestError('Invalid `prisma.tool.createMany()` invocation', {
    code,
    clientVersion: 'x',
  });
const WITHOUT_WORDS = 'The tool failed without saying why.';

const hostile = new Proxy(
  {},
  {
    get: thrower(new Error('no')),
    getPrototypeOf: thrower(new Error('no')),
  },
);
const withMessage = (message: unknown) => Object.defineProperty(new Error('x'), 'message', { value: message });
const withThrowingMessage = Object.defineProperty(new Error('x'), 'message', { get: thrower(new Error('no')) });

describe('whatever a tool does becomes a result', () => {
  it.each<[string, () => unknown, unknown]>([
    ['answers', () => ({ sum: 1 }), { ok: true, output: { sum: 1 } }],
    ['promises', async () => 5, { ok: true, output: 5 }],
    ['answers nothing', () => undefined, { ok: true, output: null }],
    ['answers a falsy value', () => 0, { ok: true, output: 0 }],
    ['says that it worked', () => ({ success: true, n: 1 }), { ok: true, output: { success: true, n: 1 } }],
    ['says that it did not work', () => ({ success: false, error: 'No.' }), failed('TOOL_FAILED', 'No.')],
    [
      'says why within its error',
      () => ({ success: false, error: { code: 'E_1', message: 'No room.' }, message: 'Sorry.' }),
      failed('TOOL_FAILED', 'No room.'),
    ],
    ['says why beside it', () => ({ success: false, error: '', message: 'Sorry.' }), failed('TOOL_FAILED', 'Sorry.')],
    ['names a code only', () => ({ success: false, error: { code: 'E_1' } }), failed('TOOL_FAILED', 'E_1')],
    ['says no more than that', () => ({ success: false, error: { a: 1 } }), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['says nothing at all', () => ({ success: false, error: ' ', message: '' }), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['throws', thrower(new TypeError('x is not a function')), failed('TOOL_FAILED', 'x is not a function')],
    ['rejects', () => Promise.reject(new Error('later')), failed('TOOL_FAILED', 'later')],
    ['fails with a code', thrower(new ToolFailure('OUT_OF_PAPER', 'Refill.')), failed('OUT_OF_PAPER', 'Refill.')],
    [
      'fails with a code and can be tried again',
      thrower(new ToolFailure('BUSY', 'Later.', { retryable: true })),
      failed('BUSY', 'Later.', { retryable: true }),
    ],
    [
      'meets a refusal of ours',
      thrower(new NotFound('The file')),
      failed('NOT_FOUND', expect.stringContaining('file')),
    ],
    [
      'meets a mistake of ours in the database',
      thrower(prismaError('P2010')),
      failed('TOOL_FAILED', expect.stringMatching(/^Something went wrong on our side[^`]*id of this run\.$/)),
    ],
    [
      'meets a database that complains itself',
      thrower(Object.assign(new Error('relation "tools" does not exist'), { severity: 'ERROR', routine: 'parse' })),
      failed('TOOL_FAILED', expect.stringContaining('on our side')),
    ],
    [
      'meets a database that is away',
      thrower(prismaError('P1001')),
      failed('UNAVAILABLE', expect.stringContaining('Try again'), { retryable: true }),
    ],
    ['throws a text', thrower('a word'), failed('TOOL_FAILED', 'a word')],
    ['throws a number', thrower(42), failed('TOOL_FAILED', '42')],
    ['throws a symbol', thrower(Symbol('s')), failed('TOOL_FAILED', 'Symbol(s)')],
    ['throws nothing', thrower(undefined), failed('TOOL_FAILED', expect.stringMatching(/./))],
    ['fails with a code alone', thrower(new ToolFailure('BUSY', '')), failed('BUSY', WITHOUT_WORDS)],
    ['throws an error without words', thrower(new Error('')), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['throws an object without a prototype', thrower(Object.create(null)), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['throws what cannot be looked at', thrower(hostile), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['throws an error whose message is an object', thrower(withMessage({})), failed('TOOL_FAILED', WITHOUT_WORDS)],
    ['throws an error whose message throws', thrower(withThrowingMessage), failed('TOOL_FAILED', WITHOUT_WORDS)],
  ])('when it %s', async (_name, work, expected) => {
    expect(await neverThrow(work, CALM)).toEqual(expected);
  });

  it('and what the caller is not told of the database is handed to us', async () => {
    const noted: unknown[] = [];
    const [ours, theirs] = [prismaError('P2010'), new Error('theirs')];
    for (const error of [ours, theirs, hostile]) await neverThrow(thrower(error), CALM, (hidden) => noted.push(hidden));
    expect(noted).toEqual([ours]);
  });
});

describe('a run that is stopped', () => {
  const TIMEOUT = { code: 'TIMEOUT', message: 'Too slow.', retryable: true };

  it('does not wait for a tool that does not listen', async () => {
    const controller = new AbortController();
    const result = neverThrow(() => sleep(60_000, 'late', { ref: false }), controller.signal);
    controller.abort(new RunAborted(TIMEOUT));
    expect(await result).toEqual({ ok: false, error: TIMEOUT });
  });

  it('ends with the reason of whoever stopped it, whatever the tool says about it', async () => {
    const controller = new AbortController();
    const result = neverThrow(async () => {
      await sleep(60_000, undefined, { signal: controller.signal });
    }, controller.signal);
    controller.abort(new RunAborted(TIMEOUT));
    expect(await result).toEqual({ ok: false, error: TIMEOUT });
  });

  it('before it began ends the same way', async () => {
    expect(
      await neverThrow(() => sleep(60_000, 1, { ref: false }), AbortSignal.abort(new RunAborted(TIMEOUT))),
    ).toEqual({
      ok: false,
      error: TIMEOUT,
    });
  });

  it('leaves no listener behind', async () => {
    const controller = new AbortController();
    let listening = 0;
    const { addEventListener, removeEventListener } = controller.signal;
    controller.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listening += 1;
      addEventListener.apply(controller.signal, args);
    };
    controller.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listening -= 1;
      removeEventListener.apply(controller.signal, args);
    };
    for (let count = 0; count < 5; count++) await neverThrow(() => 1, controller.signal);
    expect(listening).toBe(0);
  });
});
