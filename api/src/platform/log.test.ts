import { expect, it } from 'vitest';
import { createLog, LateLog } from './log.ts';

function record() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line) => lines.push(line) }) };
}

const KEY = `tc_${'k'.repeat(40)}`;

it('hides keys and passwords wherever they hide', () => {
  const { log, lines } = record();
  log.info({ password: 'canary', nested: { token: 'canary', deeper: { cookie: 'canary' } } }, 'fields');
  log.warn({ detail: `sent ${KEY}` }, `refused ${KEY}`);
  log.error({ err: new Error(`could not reach postgres://me:canary@db/crib with ${KEY}`) }, 'failed');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toMatch(/canary|k{10}/);
});

it('keeps of an error what a reader needs, and nothing that a library hung on it', () => {
  const { log, lines } = record();
  const cause = Object.assign(new Error('below'), { code: '57P01', client: { user: 'canary' } });
  log.error({ err: Object.assign(new TypeError('above', { cause }), { meta: 'canary' }) }, 'failed');
  const { err } = JSON.parse(lines[0]!);
  expect(err).toMatchObject({ type: 'TypeError', message: 'above', cause: { code: '57P01', message: 'below' } });
  expect(err.stack).toContain('log.test.ts');
  expect(lines[0]).not.toContain('canary');
});

it('makes a child only when it has something to write', () => {
  const { log, lines } = record();
  let made = 0;
  const parent = {
    ...log,
    child(bindings: object) {
      made += 1;
      return log.child(bindings);
    },
  };
  const late = new LateLog(parent, { requestId: 'r1' });
  expect(made).toBe(0);
  late.info({}, 'one');
  late.warn({}, 'two');
  expect(made).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'r1', msg: 'one' },
    { requestId: 'r1', msg: 'two' },
  ]);
});
