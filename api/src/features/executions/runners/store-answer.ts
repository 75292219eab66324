import { Readable } from 'node:stream';
import type { Context } from '#access/context.ts';
import { cleanFileName, keepFile } from '#features/tenancy/store-file.ts';
import type { EgressResponse } from '#platform/http.ts';
import { parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { isPlain } from '#platform/is-plain.ts';
import type { Redaction } from '#platform/redact-values.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

const FILE_NAME = /^[^/]{1,100}\.\w{1,8}$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name that the service gives, else the one in the address, else one after the type. */
export function nameOf({ headers, url }: Pick<EgressResponse, 'headers' | 'url'>): string {
  const disposition = headers['content-disposition'] ?? '';
  const [, encoded] = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition) ?? [];
  const given = cleanFileName(encoded ? decode(encoded.trim()) : (quoted ?? bare ?? ''));
  if (given) return given;
  const last = cleanFileName(decode(new URL(url).pathname.split('/').at(-1)!));
  if (FILE_NAME.test(last)) return last;
  const [, ending] = /^\w+\/([a-z\d]{2,5})\s*(?:;|$)/i.exec(headers['content-type'] ?? '') ?? [];
  return ending ? `answer.${ending.toLowerCase()}` : 'answer';
}

/** Whether an output is that of `storeAnswer`. */
export function isKeptFile(output: unknown): boolean {
  const { file, ...rest } = isPlain(output) ? output : {};
  return isPlain(file) && parseNodeIdOf('File', String(file.fileId)) !== undefined && Object.keys(rest).length === 0;
}

/** Keeps the bytes of an answer as a file of the tenant; the output names it, as an uploaded one is named. */
export async function storeAnswer(ctx: Context, response: EgressResponse, redaction: Redaction) {
  const { body, url } = response;
  const host = new URL(url).hostname;
  const { fileBytes } = ctx.engine.limits;
  if (body.length > fileBytes) {
    const sizes = [body.length, fileBytes].map((size) => size.toLocaleString('en'));
    throw new ToolFailure(
      'OUTPUT_TOO_LARGE',
      `${host} answered with a file of ${sizes[0]} bytes, and files may have ${sizes[1]}. Ask it for a smaller one.`,
    );
  }
  const text = redaction.longest > 0 ? body.toString('utf8') : '';
  if (redaction.text(text) !== text) {
    throw new ToolFailure(
      'INVALID_RESPONSE',
      `${host} answered with a file that contains a secret of this tool, so it was not kept. Call an address that does not send the secret back.`,
    );
  }
  const given = { name: redaction.text(nameOf(response)), bytes: Readable.from([body]), limit: fileBytes };
  const { id, name, mediaType, size } = await keepFile(ctx, given);
  return { file: { fileId: toNodeId('File', id), name, mediaType, size } };
}
