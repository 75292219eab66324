import { describe, expect, it } from 'vitest';
import { passwordProblem } from './people-password.ts';

describe('passwordProblem', () => {
  it.each(['correct horse battery', 'x7#kP2!vQz', 'Schönes Wetter heute', 'tr0ub4dor&three', 'aaabcdxyz-91!'])(
    'accepts %j',
    (password) => {
      expect(passwordProblem(password, 'ada@demo.test')).toBeNull();
    },
  );

  it('accepts exactly 10 and exactly 128 characters, and nothing beyond', () => {
    const long = 'correct horse battery staple '.repeat(5);
    expect(passwordProblem('x7#kP2!vQz')).toBeNull();
    expect(passwordProblem('x7#kP2!vQ')).toBe('Use at least 10 characters.');
    expect(passwordProblem(long.slice(0, 128))).toBeNull();
    expect(passwordProblem(long.slice(0, 129))).toBe('Use at most 128 characters.');
  });

  it.each([
    'password123',
    'Password-2026!',
    'P4ssw0rd!!1',
    'passwordpassword',
    'qwertyuiop',
    '1234567890',
    '0987654321',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    '1231231231',
    'changeme!!!!',
    'Toolcrib2026',
    'Welcome12345',
  ])('refuses the obvious %j', (password) => {
    expect(passwordProblem(password)).toMatch(/easy to guess/);
  });

  it.each(['ada.lovelace@demo.test', 'Ada.Lovelace@Demo.Test', 'AdaLovelace1', 'ada-lovelace-1815'])(
    'refuses the e-mail address and its name as a password: %j',
    (password) => {
      expect(passwordProblem(password, 'ada.lovelace@demo.test')).toMatch(/e-mail/);
    },
  );
});
