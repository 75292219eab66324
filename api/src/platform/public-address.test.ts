import { describe, expect, it } from 'vitest';
import { isPrivateLiteral, isPublicAddress } from './public-address.ts';

describe('a URL that leads inside', () => {
  it.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://LOCALHOST:8080',
    'http://localhost.',
    'http://a.localhost',
    'http://0.0.0.0',
    'http://0',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://127.0.0.1.',
    'http://１２７.0.0.1',
    'http://[::1]',
    'http://[::]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[2001::1]',
    'http://[fe80::1]',
    'http://[fd00::1]',
    'http://[ff02::1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://198.18.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
  ])('%s', (url) => {
    expect(isPrivateLiteral(new URL(url), [])).toBe(true);
  });
});

describe('a URL that leads outside', () => {
  it.each([
    'https://example.com',
    'https://93.184.216.34',
    'https://172.15.0.1',
    'https://172.32.0.1',
    'https://[2606:4700::1111]',
    'https://localhost.example.com',
    'https://notlocalhost',
    'https://127.0.0.1.example.com',
  ])('%s', (url) => {
    expect(isPrivateLiteral(new URL(url), [])).toBe(false);
  });
});

it.each([
  ['http://127.0.0.1:9000', ['127.0.0.1:9000'], false],
  ['http://127.0.0.1:9001', ['127.0.0.1:9000'], true],
  ['http://127.1:9000', ['127.0.0.1:9000'], false],
  ['http://localhost:9000', ['127.0.0.1:9000'], true],
  ['http://localhost:9000', ['localhost:9000'], false],
  ['http://127.0.0.1', ['127.0.0.1:80'], false],
  ['https://127.0.0.1', ['127.0.0.1:443'], false],
  ['http://10.2.3.4:5', ['10.0.0.0/8'], false],
  ['http://11.2.3.4', ['10.0.0.0/8'], false],
  ['http://192.168.0.1', ['10.0.0.0/8'], true],
  ['http://[::1]:9000', ['[::1]:9000'], false],
  ['http://[fd00::1]', ['fd00::/8'], false],
  ['http://[::1]', ['127.0.0.0/8', 'fd00::/8'], true],
])('%s with %j admitted: private? %s', (url, admitted, isPrivate) => {
  expect(isPrivateLiteral(new URL(url), admitted)).toBe(isPrivate);
});

it.each(['', 'example.com', '999.1.1.1', '127.0.0.1/8', 'fe80::1%eth0'])('%j is no public address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
