import { describe, expect, it, vi } from 'vitest';
import { createUpload } from './upload-file.ts';

class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: object) => void } = {};
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  sent?: File;
  address = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(file: File) {
    this.sent = file;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
  }
}

function begin() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const onProgress = vi.fn();
  const controller = new AbortController();
  const upload = createUpload({ url: '/api/files', headers: { 'x-toolcrib-tenant': 'demo' } });
  const file = new File(['abc'], 'a & b.txt', { type: 'text/plain' });
  const result = upload(file, onProgress, controller.signal);
  return { result, onProgress, controller, file, request: FakeRequest.last };
}

describe('uploading a file', () => {
  it('sends the bytes with their name and the tenant, and tells how far it is', async () => {
    const { result, onProgress, request, file } = begin();
    expect(new URL(request.address).searchParams.get('name')).toBe('a & b.txt');
    expect(request.headers).toEqual({ 'x-toolcrib-tenant': 'demo', 'content-type': 'text/plain' });
    expect(request.sent).toBe(file);
    request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
    expect(onProgress).toHaveBeenCalledWith(0.25);
    const stored = { fileId: 'f', name: 'a & b.txt', mediaType: 'text/plain', size: 3 };
    request.answer(201, stored);
    expect(await result).toEqual(stored);
  });

  it.each([
    [413, { error: { message: 'A file may have 10 bytes.' } }, 'A file may have 10 bytes.'],
    [413, '<html>', 'This file is too large.'],
    [500, { error: { message: 'disk /dev/sda1' } }, 'The file could not be stored (500). Try again.'],
    [201, { unexpected: true }, 'The file could not be stored (201). Try again.'],
  ])('explains the answer %s %j', async (status, body, message) => {
    const { result, request } = begin();
    request.answer(status, body);
    await expect(result).rejects.toThrow(message);
  });

  it('blames the connection when it broke, and stops when told to', async () => {
    const broken = begin();
    broken.request.onerror?.();
    await expect(broken.result).rejects.toThrow('The connection broke.');
    const stopped = begin();
    stopped.controller.abort();
    await expect(stopped.result).rejects.toThrow('Stopped.');
  });
});
