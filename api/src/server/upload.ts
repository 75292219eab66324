import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { InvalidInput } from '#platform/errors.ts';

export type Upload = { name: string; bytes: Readable };

const BROKEN_FORM = 'The form is broken or holds no file. Send one file in a field named "file".';

function nameIn(url: URL, header: string | string[] | undefined): string {
  const given = url.searchParams.get('name');
  if (given !== null) return given;
  try {
    return typeof header === 'string' ? decodeURIComponent(header) : 'file';
  } catch {
    throw InvalidInput.of('name', 'The name is not written as a part of an address.');
  }
}

/** The one file of a request: the first of a form, or the body itself. */
export function openUpload(req: IncomingMessage, url: URL): Promise<Upload> {
  if (!req.headers['content-type']?.startsWith('multipart/')) {
    return Promise.resolve({
      name: nameIn(url, req.headers['x-file-name']),
      bytes: req,
    });
  }
  return new Promise((resolve, reject) => {
    const refuse = () => reject(InvalidInput.of('file', BROKEN_FORM));
    try {
      const form = busboy({
        headers: req.headers,
        limits: { files: 1, fields: 10, fieldSize: 1_024, parts: 11 },
      });
      form.on('file', (_field, bytes, { filename }) => resolve({ name: filename || 'file', bytes }));
      form.on('close', refuse);
      form.on('error', refuse);
      req.on('error', refuse);
      req.pipe(form);
    } catch {
      refuse();
    }
  });
}
