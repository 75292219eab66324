import { describe, expect, it } from 'vitest';
import { adviceFor, tailOf } from './advice.mjs';

const otherwise = 'Read the lines above.';

describe('the advice after a failed install', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error network request to the registry failed', 'registry could not be reached'],
    [
      'Failed to fetch: error sending request: client error (Connect): tcp connect error',
      'registry could not be reached',
    ],
    ['npm error code ETIMEDOUT', 'your proxy'],
    ['Error: ERR_PNPM_OUTDATED_LOCKFILE', 'pnpm install --no-frozen-lockfile'],
    ['write failed: No space left on device (os error 28)', 'The disk is full'],
    ["EACCES: permission denied, mkdir '/srv/app/node_modules'", 'cannot be written'],
    ['npm error code E401', 'npm login'],
    ['npm error code ETARGET\nNo matching version found', 'incomplete mirror'],
    ['self-signed certificate in certificate chain', 'cafile'],
    ['Ended by SIGKILL.', 'Memory ran out'],
  ])('for "%s" says: %s', (output, sentence) => {
    expect(adviceFor(output, { usesRegistry: true, otherwise })).toContain(sentence);
  });

  it('names the cause and not its consequence', () => {
    const output = 'ENOSPC: no space left on device\nnpm error network ECONNRESET';
    expect(adviceFor(output, { usesRegistry: true, otherwise })).toContain('The disk is full');
  });
});

describe('the advice after another failed step', () => {
  it('never blames the registry for a source that mentions a connection', () => {
    expect(adviceFor('src/lib/retry.ts: "ECONNREFUSED" is not assignable', { otherwise })).toBe(otherwise);
  });

  it('still knows the troubles of the machine', () => {
    expect(adviceFor('FATAL ERROR: JavaScript heap out of memory', { otherwise })).toContain('Memory ran out');
  });
});

it('shows the end of a long output without blank lines', () => {
  const output = Array.from({ length: 100 }, (_, index) => `line ${index}\n\n`).join('');
  expect(tailOf(output, 3)).toBe('line 97\nline 98\nline 99');
});
