// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import type { Story } from '../../../../test/story.ts';
import { type Headers, openWire, type Wire } from '../../../../test/wire.ts';
import { nameOf } from './store-answer.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\nwithout any zero byte');
const LIMIT = 20_000;
const SECRET = 'canary-5ecret-41';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const SET = 'mutation($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }';
const CALL = `mutation($slug: String!, $input: JSON!) { executeTool(input: { slug: $slug, input: $input }) {
  run { status output error { code message } } } }`;

let wire: Wire;
let story: Story;
let upstream: Upstream;
let member: Headers;

beforeAll(async () => {
  upstream = await startUpstream();
  wire = await openWire({ LIMIT_FILE_BYTES: String(LIMIT), EGRESS_ALLOW: upstream.place });
  story = await wire.tellStory();
  member = await wire.key(story, 'member');
  const admin = await story.as('system_admin');
  await admin.get(SET, { input: { key: 'CANARY', value: SECRET, hosts: ['127.0.0.1'] } });
  const about = { description: 'For tests.', category: 'test', icon: 'wrench' };
  const fields = [{ name: 'path', label: 'Path', type: 'text', required: true }];
  for (const [slug, headers] of Object.entries({ fetch: {}, fetch_with_secret: { 'x-key': '${secret.CANARY}' } })) {
    const executionSpec = { kind: 'http', method: 'GET', url: `${upstream.url}/{{input.path}}`, headers };
    await admin.get(CREATE, { input: { slug, name: slug, ...about, fields, executionSpec } });
  }
});
afterAll(async () => {
  await wire.close();
  await upstream.close();
});

type Sent = { type?: string; bytes: Buffer; path?: string; status?: number; more?: Headers };

async function call({ type, bytes, path: asked = 'a', status = 200, more }: Sent, slug = 'fetch', caller = member) {
  upstream.state.answer = (_req, res) =>
    res.writeHead(status, { ...(type && { 'content-type': type }), ...more }).end(bytes);
  const { body } = await wire.ask(CALL, caller, { slug, input: { path: asked } });
  return body.data.executeTool.run;
}

const countFiles = async () => {
  const rows = await wire.app.database.system.file.count({ where: { tenantId: story.tenant.id } });
  const folder = path.join(wire.app.dataDir, 'files', story.tenant.id);
  return [rows, rows === 0 ? 0 : readdirSync(folder).length];
};

describe('an answer that is a file', () => {
  it.each<[string, Sent, string, string]>([
    ['a picture', { type: 'image/png', bytes: PNG, path: 'cat.png' }, 'cat.png', 'image/png'],
    ['a picture without a name', { type: 'image/png; q=1', bytes: PNG }, 'answer.png', 'image/png'],
    ['a document without a zero byte', { type: 'application/pdf', bytes: PDF }, 'answer.pdf', 'application/pdf'],
    ['bytes of no type', { bytes: PNG }, 'answer', 'image/png'],
    [
      'bytes that nobody knows',
      { type: 'application/octet-stream', bytes: Buffer.from([0xc3, 0x28, 0xff]) },
      'answer',
      'application/octet-stream',
    ],
    [
      'what claims to be a picture',
      { type: 'image/png', bytes: Buffer.from('<script>alert(1)</script>') },
      'answer.png',
      'text/plain',
    ],
  ])('%s is kept, and whoever may read the run can download it', async (_case, sent, name, mediaType) => {
    const { status, output } = await call(sent);
    expect(status).toBe('SUCCESS');
    expect(output).toEqual({ file: { fileId: expect.any(String), name, mediaType, size: sent.bytes.length } });
    const response = await fetch(`${wire.url}/api/files/${output.file.fileId}`, { headers: member });
    expect(Buffer.from(await response.arrayBuffer()).equals(sent.bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe(mediaType);
  });

  it('belongs to its tenant', async () => {
    const { output } = await call({ type: 'image/png', bytes: PNG });
    const other = await wire.key(await wire.tellStory(), 'admin');
    const { status } = await wire.send(`/api/files/${output.file.fileId}`, { headers: other });
    expect(status).toBe(404);
  });

  it.each<[string, Sent, string, RegExp]>([
    [
      'larger than files may be',
      { type: 'image/png', bytes: Buffer.concat([PNG, Buffer.alloc(LIMIT)]) },
      'OUTPUT_TOO_LARGE',
      /a file of 20,070 bytes, and files may have 20,000\. Ask it for a smaller one\.$/,
    ],
    [
      'full of the secret of its tool',
      { type: 'image/png', bytes: Buffer.concat([PNG, Buffer.from(SECRET)]) },
      'INVALID_RESPONSE',
      /contains a secret of this tool, so it was not kept\. Call/,
    ],
    [
      'a refusal',
      { type: 'image/png', bytes: PNG, status: 404 },
      'HTTP_ERROR',
      /^127\.0\.0\.1 answered 404 Not Found\.$/,
    ],
  ])('that is %s fails and leaves nothing behind', async (_case, sent, code, message) => {
    const before = await countFiles();
    const { status, error } = await call(sent, 'fetch_with_secret');
    expect({ status, error }).toEqual({ status: 'ERROR', error: { code, message: expect.stringMatching(message) } });
    expect(await countFiles()).toEqual(before);
  });

  it('does not carry a secret in its name', async () => {
    const more = { 'content-disposition': `attachment; filename="${SECRET}.png"` };
    const { output } = await call({ type: 'image/png', bytes: PNG, more }, 'fetch_with_secret');
    expect(output.file.name).toBe('[secret CANARY].png');
    expect(JSON.stringify(await wire.app.database.system.file.findMany())).not.toContain(SECRET);
  });

  it('is kept for a caller who may run the tool and not upload, and still takes the right to download it', async () => {
    const { secret } = await story.key({ permissions: ['tools.tenant.read', 'tools.tenant.execute'] });
    const caller = { authorization: `Bearer ${secret}` };
    const { status, output } = await call({ type: 'image/png', bytes: PNG }, 'fetch', caller);
    expect(status).toBe('SUCCESS');
    const place = `/api/files/${output.file.fileId}`;
    expect((await wire.send(place, { headers: caller })).status).toBe(403);
    expect((await wire.send(place, { headers: member })).status).toBe(200);
    const upload = { method: 'POST', headers: { ...caller, 'content-type': 'image/png' }, body: new Uint8Array(PNG) };
    expect((await wire.send('/api/files?name=a.png', upload)).status).toBe(403);
  });
});

it.each([
  ['attachment; filename="Q1 report.pdf"', 'https://a.example/x', 'Q1 report.pdf'],
  ['attachment; filename=plain.pdf; size=3', 'https://a.example/x', 'plain.pdf'],
  [`attachment; filename="old.pdf"; filename*=UTF-8''%C3%BCber.pdf`, 'https://a.example/x', 'über.pdf'],
  [`attachment; filename*=utf-8''%ZZ`, 'https://a.example/x', '%ZZ'],
  ['attachment; filename="../../etc/passwd"', 'https://a.example/x', 'passwd'],
  ['attachment; filename=""', 'https://a.example/a/b%20c.pdf?d=e.png', 'b c.pdf'],
  ['inline', 'https://a.example/a/%2e%2e%2fetc%2fpasswd.txt', 'passwd.txt'],
  ['inline', 'https://a.example/%ZZ.pdf', '%ZZ.pdf'],
  ['inline', 'https://a.example/items/17', 'answer.pdf'],
])('an answer with %j from %s is called %s', (disposition, url, name) => {
  const headers = { 'content-disposition': disposition, 'content-type': 'application/pdf' };
  expect(nameOf({ headers, url })).toBe(name);
});
