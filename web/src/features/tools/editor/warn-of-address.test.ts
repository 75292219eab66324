import { describe, expect, it } from 'vitest';
import { warnOfAddress } from './warn-of-address.ts';

describe('an address', () => {
  it.each([
    'http://127.0.0.1/admin',
    'https://10.0.0.1',
    'http://172.31.0.1/',
    'http://192.168.1.1/{{input.id}}',
    'http://100.127.0.1/',
    'http://169.254.169.254/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://localhost:3000',
    'https://a.localhost./',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:127.0.0.1]/',
  ])('is said to lead inside: %s', (address) => {
    expect(warnOfAddress(address)?.title).toBe('This address is not on the open internet');
  });

  it.each(['http://api.example.com', ' http://1.1.1.1/{{input.id}}', 'http://172.32.0.1', 'http://10.example.com'])(
    'is said to be in the clear: %s',
    (address) => {
      expect(warnOfAddress(address)?.title).toBe('Requests to this address are not encrypted');
    },
  );

  it.each([
    '',
    'http',
    'ftp://127.0.0.1',
    'https://api.example.com/{{input.id}}',
    'https://[2606:4700::1]/',
    'https://notlocalhost/',
  ])('needs no warning: %j', (address) => {
    expect(warnOfAddress(address)).toBeUndefined();
  });
});
