import { isMedia, type MediaValue } from './field-definition.ts';
import type { UploadFile } from './form-context.ts';

export type UploadOptions = { url: string; headers: Record<string, string> };

/**
 * Sends a file as the body of one request; `url` gets its name. Not fetch, which cannot tell how much has been sent.
 */
export function createUpload({ url, headers }: UploadOptions): UploadFile {
  return (file, onProgress, signal) =>
    new Promise<MediaValue>((resolve, reject) => {
      const request = new XMLHttpRequest();
      const address = new URL(url, window.location.origin);
      address.searchParams.set('name', file.name);
      request.open('POST', address.href);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => {
        const answer = parse(request.responseText);
        if (request.status === 201 && isMedia(answer)) resolve(answer);
        else reject(new Error(explain(request.status, answer)));
      };
      request.onerror = () => reject(new Error('The connection broke. Check it and try again.'));
      request.onabort = () => reject(new DOMException('Stopped.', 'AbortError'));
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(file);
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain(status: number, answer: unknown): string {
  const message = (answer as { error?: { message?: unknown } } | undefined)?.error?.message;
  // Refusals are written for the reader; of failures only the number is of use.
  if (status >= 400 && status < 500 && typeof message === 'string') return message;
  if (status === 413) return 'This file is too large.';
  return `The file could not be stored (${status}). Try again.`;
}
