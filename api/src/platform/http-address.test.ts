import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createEgress, type EgressRequest } from './http.ts';
import { startUpstream, type Upstream } from './http-test-server.ts';

const signal = new AbortController().signal;
let canary: Upstream;
let onIpv6: Upstream | undefined;
let upstream: Upstream;

beforeAll(async () => {
  canary = await startUpstream((_req, res) => res.end('inside'));
  onIpv6 = await startUpstream((_req, res) => res.end('inside'), '::1').catch(() => undefined);
  upstream = await startUpstream();
});
afterAll(() => Promise.all([canary, onIpv6, upstream].map((server) => server?.close())));
afterEach(() => {
  vi.unstubAllEnvs();
  expect([canary.state.connections, onIpv6?.state.connections ?? 0]).toEqual([0, 0]);
});

type Guard = { admitted?: string[]; lookup?: (host: string) => Promise<string[]> };

/** One request through a guard of its own. Names lead to loopback unless the test says otherwise. */
async function ask(request: string | EgressRequest, { admitted = [], lookup = async () => ['127.0.0.1'] }: Guard = {}) {
  const egress = createEgress({ admitted, lookup });
  try {
    return await egress.request(typeof request === 'string' ? { url: request } : request, signal);
  } finally {
    await egress.close();
  }
}

const refused = { code: 'EGRESS_BLOCKED', message: expect.stringMatching(/\.$/) };

it.each([
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '0.0.0.0',
  '0',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '127.0.0.1.nip.example',
  '7f000001.rebind.example',
  'example.com',
])('loopback is not reached as %s', async (host) => {
  const inside = host.startsWith('[') ? (onIpv6 ?? canary) : canary;
  await expect(ask(`http://${host}:${inside.port}/`)).rejects.toMatchObject(refused);
  await expect(ask(`http://${host}/`)).rejects.toMatchObject(refused);
});

it.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[100::1]',
  '[ff02::1]',
])('the private address %s is refused, written down or behind a name', async (address) => {
  await expect(ask(`http://${address}/latest/meta-data`)).rejects.toMatchObject(refused);
  const lookup = async () => [address.replace(/^\[|\]$/g, '')];
  await expect(ask('https://innocent.example/', { lookup })).rejects.toMatchObject(refused);
});

it.each([
  ['an address with a zone', ['fe80::1%eth0']],
  ['something that is no address', ['127.0.0.1 ']],
  ['one private address among public ones', ['93.184.216.34', '127.0.0.1']],
  ['a mapped one among public ones', ['2606:4700::1111', '::ffff:127.0.0.1']],
])('a name with %s is refused', async (_case, addresses) => {
  await expect(ask('http://mixed.example/', { lookup: async () => addresses })).rejects.toMatchObject(refused);
});

it.each([
  ['another scheme', 'file:///etc/passwd'],
  ['a unix socket', 'unix:///var/run/docker.sock'],
  ['gopher', 'gopher://127.0.0.1:6379/_FLUSHALL'],
  ['data', 'data:text/plain,hi'],
  ['a zone', 'http://[fe80::1%25eth0]/'],
  ['a name and a password', 'http://user:pass@example.com/'],
  ['a host behind a name', 'http://example.com@127.0.0.1/'],
  ['a line break', 'http://example.com/\r\nHost: inside'],
  ['a line break in the host', 'http://127.0\n.0.1/'],
  ['a zero byte', 'http://example.com\u0000.evil.example/'],
  ['a backslash', 'http://example.com\\@127.0.0.1/'],
  ['no host', 'http://'],
  ['no address', 'example.com'],
  ['nothing', ''],
])('an address with %s is refused', async (_case, url) => {
  await expect(ask(url, { lookup: async () => ['93.184.216.34'] })).rejects.toMatchObject(refused);
});

it.each([22, 25, 5432, 6379, 3306, 9200, 11211, 65_535])('port %i of a public host is refused', async (port) => {
  const lookup = async () => ['93.184.216.34'];
  const message = expect.stringContaining(`Port ${port}`);
  await expect(ask(`http://example.com:${port}/`, { lookup })).rejects.toMatchObject({
    code: 'EGRESS_BLOCKED',
    message,
  });
});

it('does not tell where inside a name leads to', async () => {
  await expect(ask('http://db.corp.example/')).rejects.toMatchObject({
    message: expect.not.stringContaining('127.0.0.1'),
  });
});

it('a name without an address fails as that', async () => {
  const failed = { code: 'REQUEST_FAILED', message: 'nowhere.example has no address. Check its name.' };
  await expect(ask('http://nowhere.example/', { lookup: async () => [] })).rejects.toMatchObject(failed);
  const lookup = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
  await expect(ask('http://nowhere.example/', { lookup })).rejects.toMatchObject(failed);
});

it('the list of the operator admits what it names, and only that', async () => {
  const { place, port, url } = upstream;
  const named = { admitted: [`crib.example:${port}`] };
  expect((await ask(url, { admitted: [place] })).status).toBe(200);
  expect((await ask(`http://crib.example:${port}`, named)).status).toBe(200);
  expect((await ask(`http://crib.example:${port}`, { admitted: ['127.0.0.0/8'] })).status).toBe(200);
  for (const [other, admitted] of [
    [`http://127.0.0.1:${canary.port}`, place],
    [`http://localhost:${port}`, place],
    [`http://other.example:${port}`, place],
    [`http://crib.example:${port}`, '10.0.0.0/8'],
    [`http://user@127.0.0.1:${port}`, place],
  ] as const) {
    await expect(ask(other, { admitted: [admitted] })).rejects.toMatchObject(refused);
  }
});

it('connects to the address that was judged, however the name answers later', async () => {
  const admitted = ['127.0.0.2/32'];
  const first = await startUpstream((_req, res) => res.end('judged'), '127.0.0.2', canary.port);
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']];
  const lookup = vi.fn(async () => answers[lookup.mock.calls.length - 1]!);
  const url = `http://rebinding.example:${canary.port}/`;
  try {
    expect((await ask(url, { admitted, lookup })).body.toString()).toBe('judged');
    expect(lookup).toHaveBeenCalledTimes(1);
    await expect(ask(url, { admitted, lookup })).rejects.toMatchObject(refused);
    await expect(ask(url, { admitted, lookup })).rejects.toMatchObject(refused);
  } finally {
    await first.close();
  }
});

it('tries the next address of a name when one does not answer', async () => {
  const { port } = upstream;
  const lookup = async () => ['127.0.0.9', '127.0.0.1'];
  expect((await ask(`http://two.example:${port}`, { admitted: [`two.example:${port}`], lookup })).status).toBe(200);
});

it.each([
  ['loopback', () => canary.url],
  ['loopback in another spelling', () => `http://2130706433:${canary.port}/`],
  ['a name that leads inside', () => `http://inside.example:${canary.port}/`],
  ['the metadata service', () => 'http://169.254.169.254/latest/meta-data'],
  ['a file', () => 'file:///etc/passwd'],
  ['an address with a password', () => 'http://user:pass@example.com/'],
  ['another protocol relative to it', () => `//127.0.0.1:${canary.port}/`],
])('a redirect to %s is refused', async (_case, location) => {
  for (const status of [301, 302, 303, 307, 308]) {
    upstream.state.answer = (_req, res) => res.writeHead(status, { location: location() }).end();
    await expect(ask(upstream.url, { admitted: [upstream.place] })).rejects.toMatchObject(refused);
  }
});

it('proxies of the environment are not asked', async () => {
  for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
    vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : canary.url);
  }
  upstream.state.answer = (_req, res) => res.end('direct');
  expect((await ask(upstream.url, { admitted: [upstream.place] })).body.toString()).toBe('direct');
});
