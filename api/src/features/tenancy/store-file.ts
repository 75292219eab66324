import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { labelOf, tenantIdOf } from '#access/viewer.ts';
import type { File } from '#generated/prisma/client.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { newId, parseNodeIdOf } from '#platform/ids.ts';

const LONGEST_NAME = 200;

/** A name that is safe to show and to save under: no path, no control characters. */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1)!;
  return last
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** The type is read from the bytes; what the sender claims is not believed. */
async function sniff(head: Buffer): Promise<string> {
  const known = await fileTypeFromBuffer(head);
  if (known) return known.mime;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, {
      stream: true,
    });
    return text.includes('\u0000') ? 'application/octet-stream' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}

type NewFile = { name: string; bytes: Readable; limit: number };

/** What somebody uploads. */
export async function storeFile(ctx: Context, input: NewFile): Promise<File> {
  requireCan(ctx.viewer, 'files.tenant.create');
  return keepFile(ctx, input);
}

/** Asks for no right: it is for what the engine itself keeps of a call that was permitted. */
export async function keepFile(ctx: Context, input: NewFile): Promise<File> {
  const name = cleanFileName(input.name);
  if (!name) throw InvalidInput.of('name', 'Give the file a name.');
  const tenantId = tenantIdOf(ctx.viewer);
  const id = newId();
  const { size, sha256, head } = await ctx.files.put(tenantId, id, input.bytes, input.limit);
  try {
    const mediaType = await sniff(head);
    return await ctx.db.file.create({
      data: {
        id,
        tenantId,
        name,
        mediaType,
        size,
        sha256,
        createdBy: labelOf(ctx.viewer),
      },
    });
  } catch (error) {
    await ctx.files.remove(tenantId, id);
    throw error;
  }
}

export async function openFile(ctx: Context, nodeId: string): Promise<{ file: File; bytes: Readable }> {
  requireCan(ctx.viewer, 'files.tenant.read');
  const id = parseNodeIdOf('File', nodeId);
  const file = id ? await ctx.db.file.findUnique({ where: { id } }) : null;
  if (!file) throw new NotFound('This file');
  return { file, bytes: ctx.files.read(file.tenantId, file.id) };
}
