import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPT, writeWebFolder } from '../../test/wire.ts';
import { createStaticWeb } from './static-web.ts';

let folder: string;
let server: Server;
let url: string;

function serve(webFolder: string): Promise<Server> {
  const handle = createStaticWeb(webFolder);
  const opened = createServer((req, res) => handle(req, res, new URL(req.url!, 'http://crib').pathname));
  return new Promise((resolve) => opened.listen(0, '127.0.0.1', () => resolve(opened)));
}
const urlOf = (opened: Server) => `http://127.0.0.1:${(opened.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-web-'));
  writeFileSync(path.join(folder, 'secret.txt'), 'not for the web');
  server = await serve(writeWebFolder(folder));
  url = urlOf(server);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends the path exactly as it is; `fetch` would tidy it up. */
const getRaw = (target: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { path: target }, async (res) => {
      let text = '';
      for await (const chunk of res) text += chunk;
      resolve({ status: res.statusCode!, text });
    });
    sent.on('error', reject).end();
  });

describe('the page', () => {
  it.each(['/', '/t/demo/settings/keys', '/sign-in', '/index.html', '/t/a%2Fb', '/t/demo/tools/v1.2'])(
    'is served for %s',
    async (target) => {
      const response = await fetch(url + target);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('<div id="root">');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('runs only our scripts and only styles that carry the word of this answer', async () => {
    const [first, second] = [await fetch(url), await fetch(url)];
    const policy = first.headers.get('content-security-policy')!;
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    const directives = Object.fromEntries(
      policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    );
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `'self' 'nonce-${nonce}'`,
      'connect-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    const html = await first.text();
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain('__CSP_NONCE__');
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('cannot be framed, sniffed or leak where people came from', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('says what to do when it is not built', async () => {
    const empty = await serve(path.join(folder, 'nothing'));
    const response = await fetch(urlOf(empty));
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm start')]);
    empty.close();
  });
});

describe('assets', () => {
  it('are kept forever, since their names change with their content', async () => {
    const response = await fetch(`${url}/assets/app-1a2b3c.js`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('come as they are to those who do not unzip', async () => {
    const response = await fetch(`${url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
  });

  it('are not sent again to those who have them', async () => {
    const first = await fetch(`${url}/icon.svg`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(`${url}/icon.svg`, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['/assets/missing-1.js', '/assets/', '/missing.png', '/assets/../missing.js'])(
    'that are missing are a 404 and not the page: %s',
    async (target) => {
      const { status, text } = await getRaw(target);
      expect([status, text.includes('<div')]).toEqual([404, false]);
    },
  );
});

describe('paths that lead out', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '//etc/passwd',
    '/etc/passwd',
    '/assets/app-1a2b3c.js%00.txt',
  ])('find nothing: %s', async (target) => {
    const { status, text } = await getRaw(target);
    expect(text).not.toMatch(/not for the web|root:/);
    expect(status).toBeOneOf([200, 404]);
    if (status === 200) expect(text).toContain('<div id="root">');
  });
});

it('answers HEAD without a body and refuses everything else', async () => {
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});
