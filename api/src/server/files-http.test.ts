import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import type { Story } from '../../test/story.ts';
import { type Headers, openWire, type Wire } from '../../test/wire.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LIMIT = 20_000;

let wire: Wire;
let story: Story;
let key: Headers;
let person: Headers;

beforeAll(async () => {
  wire = await openWire({ LIMIT_FILE_BYTES: String(LIMIT) });
  story = await wire.tellStory();
  key = await wire.key(story, 'member');
  person = await wire.person(story, 'member');
});
afterAll(() => wire.close());

type Stored = { fileId: string; name: string; mediaType: string; size: number };
const upload = async (body: BodyInit, headers: Headers = key, target = '/api/files?name=note.txt') => {
  const answer = await wire.send(target, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return { ...answer, file: answer.body as unknown as Stored };
};
const codeOf = (answer: { body: unknown }) => (answer.body as { error?: { code: string } }).error?.code;
const countRows = () => wire.app.database.system.file.count({ where: { tenantId: story.tenant.id } });
const countBlobs = () => {
  try {
    return readdirSync(path.join(wire.app.dataDir, 'files', story.tenant.id)).length;
  } catch {
    return 0;
  }
};

async function expectNothingStored(work: () => Promise<void>): Promise<void> {
  const before = [await countRows(), countBlobs()];
  await work();
  // A client may hear of the end before the server has cleaned up.
  await expect.poll(async () => [await countRows(), countBlobs()], { timeout: 5_000 }).toEqual(before);
}

describe('an upload', () => {
  it('as the body comes back byte by byte, as a download that no browser runs', async () => {
    const { status, file } = await upload(PNG, key, '/api/files?name=../p%C3%A4th/Bild%201.png');
    expect(status).toBe(201);
    expect(file).toEqual({ fileId: expect.any(String), name: 'Bild 1.png', mediaType: 'image/png', size: PNG.length });
    const response = await fetch(`${wire.url}/api/files/${file.fileId}`, { headers: key });
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': "attachment; filename*=UTF-8''Bild%201.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  it('as a form works for a person', async () => {
    const form = new FormData();
    form.set('file', new Blob([PNG]), 'logo.png');
    const { status, file } = await upload(form, { ...person, origin: wire.url }, '/api/files');
    expect([status, file.name, file.mediaType]).toEqual([201, 'logo.png', 'image/png']);
    const link = await wire.send(`/api/files/${file.fileId}?tenant=${story.tenant.slug}`, {
      headers: { cookie: person.cookie! },
    });
    expect(link.status).toBe(200);
  });

  it.each([
    ['a page that says it is an image', '<html><script>alert(1)</script>', 'image/png', 'text/plain'],
    ['an image that says it is a page', PNG, 'text/html', 'image/png'],
    ['bytes without a meaning', Buffer.from([0, 1, 2, 255]), 'text/html', 'application/octet-stream'],
    ['nothing', '', 'image/png', 'text/plain'],
  ])('is what its bytes are: %s', async (_name, bytes, claimed, mediaType) => {
    const { file } = await upload(bytes, { ...key, 'content-type': claimed });
    expect(file.mediaType).toBe(mediaType);
    const { headers } = await wire.send(`/api/files/${file.fileId}`, { headers: key });
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('loses what could deceive in its name', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\evil\\boot.ini',
      'txt.\u202egpj.exe',
      'a\u0000b\r\nx: y.txt',
      'Sale 50%.txt',
    ];
    const kept = [];
    for (const name of names)
      kept.push((await upload('x', key, `/api/files?name=${encodeURIComponent(name)}`)).file.name);
    expect(kept).toEqual(['passwd', 'boot.ini', 'txt.gpj.exe', 'abx: y.txt', 'Sale 50%.txt']);
  });

  it('that is too large is refused and leaves nothing, announced or not, raw or as a form', async () => {
    await expectNothingStored(async () => {
      const large = Buffer.alloc(LIMIT + 1, 'x');
      const form = new FormData();
      form.set('file', new Blob([large]), 'large.bin');
      const answers = [await upload(large), await upload(form, key, '/api/files')];
      for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([413, 'LIMIT_EXCEEDED']);
      const chunks = new ReadableStream({
        start(controller) {
          for (let at = 0; at < 5; at += 1) controller.enqueue(Buffer.alloc(10_000, 'x'));
          controller.close();
        },
      });
      const chunked = await upload(chunks).catch(() => undefined);
      if (chunked) expect([chunked.status, codeOf(chunked)]).toEqual([413, 'LIMIT_EXCEEDED']);
    });
    expect((await upload(Buffer.alloc(LIMIT, 'x'))).status).toBe(201);
  });

  it('that breaks off leaves nothing', async () => {
    await expectNothingStored(async () => {
      const stopping = new AbortController();
      const endless = new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('first')),
      });
      const sent = fetch(`${wire.url}/api/files?name=x`, {
        method: 'POST',
        headers: key,
        body: endless,
        duplex: 'half',
        signal: stopping.signal,
      } as RequestInit);
      await new Promise((resolve) => setTimeout(resolve, 100));
      stopping.abort();
      await sent.catch(() => {});
    });
  });

  it.each([
    [
      'a form without a file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    ['a form that is cut off', 'multipart/form-data; boundary=x', '--x\r\ncontent-dispo'],
    ['a form without a boundary', 'multipart/form-data', 'x'],
  ])('that is %s is refused with 400', async (_name, type, body) => {
    await expectNothingStored(async () => {
      const answer = await upload(body, { ...key, 'content-type': type }, '/api/files');
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
    });
  });

  it('without a usable name is refused with 400', async () => {
    for (const name of ['%20', '%2F', '']) {
      expect((await upload('x', key, `/api/files?name=${name}`)).status).toBe(400);
    }
    expect((await upload('x', { ...key, 'x-file-name': '%E0%A4%A' }, '/api/files')).status).toBe(400);
    expect((await upload('x', { ...key, 'x-file-name': 'a%20b.txt' }, '/api/files')).file.name).toBe('a b.txt');
  });
});

describe('rights', () => {
  it.each([
    ['nobody', 401, async () => ({})],
    ['an unknown key', 401, async () => ({ authorization: `Bearer tc_${'a'.repeat(43)}` })],
    ['a role without it', 403, () => wire.person(story, 'feedback_reviewer')],
  ] as const)('an upload of %s is refused with %i', async (_who, status, headers) => {
    await expectNothingStored(async () => {
      expect((await upload('x', await headers())).status).toBe(status);
    });
  });

  it('a page of another site cannot upload with the cookie of a person', async () => {
    await expectNothingStored(async () => {
      const answer = await upload('x', { ...person, origin: 'https://evil.example', 'content-type': 'text/plain' });
      expect(answer.status).toBe(403);
    });
  });

  it("another tenant's file, an unknown one and a wrong id sound alike", async () => {
    const { file } = await upload('ours');
    const stranger = await wire.key(await wire.tellStory());
    const ids = [
      file.fileId,
      toNodeId('File', newId()),
      toNodeId('Role', newId()),
      'garbage',
      '%00',
      '..%2F..%2Fmaster.key',
      '',
    ];
    const answers = [];
    for (const id of ids) {
      const { status, text } = await wire.send(`/api/files/${id}`, { headers: stranger });
      answers.push([status, text]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect((await wire.send(`/api/files/${file.fileId}`)).status).toBe(401);
  });

  it('other methods are refused', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await wire.send('/api/files', { method, headers: key })).status).toBe(405);
    }
  });
});
