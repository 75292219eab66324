import dns from 'node:dns';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEgress, type Egress } from './http.ts';
import { startUpstream, type Upstream } from './http-test-server.ts';

/** Stands for the open internet, since the operator admits it. Loopback itself, where the canary sits, is not admitted. */
const OUTSIDE = '127.0.0.2';
const INSIDE = '127.0.0.1';
const signal = new AbortController().signal;
const refused = { code: 'EGRESS_BLOCKED' };

let canary: Upstream;
let outside: Upstream;
let first: Upstream;
let egress: Egress;
let url: string;

/** What the name answers, one look-up after another; the last answer stays. */
let answers: string[][];
const lookup = vi.fn(async () => (answers.length > 1 ? answers.shift()! : answers[0]!));

beforeAll(async () => {
  canary = await startUpstream((_req, res) => res.end('inside'), INSIDE);
  outside = await startUpstream(undefined, OUTSIDE, canary.port);
  first = await startUpstream();
  url = `http://rebinding.example:${canary.port}/`;
});
afterAll(() => Promise.all([canary, outside, first].map((server) => server.close())));

beforeEach(() => {
  lookup.mockClear();
  outside.state.answer = (_req, res) => res.end('outside');
  // Whoever asks the system for the name again, when the connection is made, is led inside.
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, options: unknown, done: unknown) => {
    const tell = (typeof options === 'function' ? options : done) as (...given: unknown[]) => void;
    const isForAll = typeof options === 'object' && options !== null && 'all' in options && options.all;
    if (isForAll) tell(null, [{ address: INSIDE, family: 4 }]);
    else tell(null, INSIDE, 4);
  }) as never);
  egress = createEgress({ admitted: [`${OUTSIDE}/32`, first.place], lookup });
});
afterEach(async () => {
  await egress.close();
  vi.restoreAllMocks();
  expect(canary.state.connections).toBe(0);
});

const read = async (address = url) => (await egress.request({ url: address }, signal)).body.toString();
const redirect =
  (location: string, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) =>
    res.writeHead(302, { location, ...headers }).end();

/** From where the name is come to: at once, or by way of another origin. */
const ways: [string, () => string][] = [
  ['at once', () => url],
  ['after a redirect', () => first.url],
];

describe.each(ways)('a name that leads outside when it is judged and inside a moment later, %s', (_way, address) => {
  beforeEach(() => {
    first.state.answer = redirect(url);
  });

  it('is reached where it was judged to be', async () => {
    answers = [[OUTSIDE], [INSIDE]];
    expect(await read(address())).toBe('outside');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(dns.lookup).not.toHaveBeenCalled();
  });

  it('is judged anew for each connection', async () => {
    answers = [[OUTSIDE], [INSIDE]];
    outside.state.answer = redirect('/next', { connection: 'close' });
    await expect(read(address())).rejects.toMatchObject(refused);
    expect(lookup).toHaveBeenCalledTimes(2);
  });

  it('is not asked again when its first address does not answer', async () => {
    await egress.close();
    egress = createEgress({ admitted: ['127.0.0.2/31', first.place], lookup });
    answers = [['127.0.0.3', OUTSIDE], [INSIDE]];
    expect(await read(address())).toBe('outside');
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['behind others', [OUTSIDE, INSIDE]],
    ['before others', [INSIDE, OUTSIDE]],
    ['in another spelling', [OUTSIDE, '::ffff:127.0.0.1']],
    ['beside public ones', ['93.184.216.34', '2606:4700::1111', INSIDE]],
  ])('is refused with one private address %s', async (_case, addresses) => {
    answers = [addresses];
    const before = outside.state.connections;
    await expect(read(address())).rejects.toMatchObject(refused);
    expect(outside.state.connections).toBe(before);
  });
});
