import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { readSessionToken } from './people-sessions.ts';

const sign = (token: string, secret: string) => {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return { cookie: `toolcrib.session_token=${encodeURIComponent(`${token}.${signature}`)}` };
};

it.each([
  ['now', 'new', ['new'], 'abc'],
  ['now, while an older secret counts too', 'new', ['new', 'old'], 'abc'],
  ['under an older secret that still counts', 'old', ['new', 'old'], 'abc'],
  ['under an older secret that does not count any more', 'old', ['new'], null],
  ['by somebody else', 'made up', ['new', 'old'], null],
])('a cookie signed %s', (_case, signedWith, secrets, token) => {
  expect(readSessionToken(sign('abc', signedWith), false, secrets)).toBe(token);
});
