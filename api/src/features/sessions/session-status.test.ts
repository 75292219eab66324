import { expect, it } from 'vitest';
import { standingOf } from './session-status.ts';

const ended = (outcome: string) => ({ state: 'ended', outcome });
const going = (state: string) => ({ state, outcome: null });

it.each([
  ['nothing yet', [], 'PENDING'],
  ['a queued call', [going('queued')], 'RUNNING'],
  ['an approved call', [going('approved')], 'RUNNING'],
  ['a waiting call beside a running one', [going('running'), going('waiting')], 'WAITING_TOOL'],
  ['a paused composition', [going('paused')], 'WAITING_TOOL'],
  ['a failure mended by a later call', [ended('error'), ended('success')], 'COMPLETED'],
  ['a later failure', [ended('success'), ended('error')], 'FAILED'],
  ['a cancelled call', [ended('cancelled')], 'CANCELLED'],
])('a session with %s', (_what, runs, status) => {
  expect(standingOf(undefined, runs).status).toBe(status);
});

it('what was said of a session counts for more than its calls', () => {
  expect(standingOf({ type: 'session.waiting_human' }, [ended('success')])).toEqual({
    status: 'WAITING_HUMAN',
    pauseReason: null,
  });
});

it('a session whose only call a rule refused has failed, until another one is made', () => {
  expect(standingOf(undefined, [], true).status).toBe('FAILED');
  expect(standingOf(undefined, [], false).status).toBe('PENDING');
  expect(standingOf(undefined, [ended('success')], true).status).toBe('COMPLETED');
});
