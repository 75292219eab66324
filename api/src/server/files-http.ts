import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Authenticator } from '#access/authenticate.ts';
import type { ContextFactory } from '#access/context.ts';
import { openFile, storeFile } from '#features/tenancy/store-file.ts';
import type { Env } from '#platform/env.ts';
import { DomainError, Forbidden, LimitExceeded } from '#platform/errors.ts';
import { toNodeId } from '#platform/ids.ts';
import { credentialOf } from './graphql-http.ts';
import { isForeignOrigin } from './origin.ts';
import { openUpload } from './upload.ts';
import type { GraphQLEngine } from './yoga.ts';

type Options = {
  engine: GraphQLEngine;
  env: Env;
  authenticator: Authenticator;
  createContext: ContextFactory;
  baseUrl: () => string;
};

export const FILES_PATH = '/api/files';

const STATUS: Record<string, number> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  LIMIT_EXCEEDED: 413,
  BAD_USER_INPUT: 400,
  UNAVAILABLE: 503,
};

/** `POST /api/files` takes a form with one file, or the bytes as the body with `?name=…`; `GET /api/files/:id` hands them out as a download. */
export function createFilesDoor({ engine, env, authenticator, createContext, baseUrl }: Options) {
  function fail(res: ServerResponse, error: unknown): void {
    if (res.headersSent) return void res.destroy();
    const masked = engine.mask(error);
    const status =
      error instanceof DomainError ? (STATUS[error.code] ?? 400) : (STATUS[String(masked.extensions.code)] ?? 500);
    res.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    res.end(
      JSON.stringify({
        error: { message: masked.message, ...masked.extensions },
      }),
    );
  }

  return async function handle(req: IncomingMessage, res: ServerResponse, requestId: string, url: URL): Promise<void> {
    try {
      const credential = credentialOf(req);
      // A link in a page cannot send headers, so a person's browser may name the tenant in the address.
      credential.tenantSlug ??= url.searchParams.get('tenant') ?? undefined;
      if (credential.kind === 'cookie' && isForeignOrigin(req, baseUrl()))
        throw new Forbidden('This request comes from another site.');
      const ctx = createContext(await authenticator.authenticate(credential), requestId);
      if (req.method === 'POST' && url.pathname === FILES_PATH) {
        if (Number(req.headers['content-length'] ?? 0) > env.LIMIT_FILE_BYTES) {
          throw new LimitExceeded('FILE_TOO_LARGE', `A file may have ${env.LIMIT_FILE_BYTES} bytes.`);
        }
        const upload = await openUpload(req, url);
        const file = await storeFile(ctx, {
          ...upload,
          limit: env.LIMIT_FILE_BYTES,
        });
        const { name, mediaType, size } = file;
        res.writeHead(201, {
          'content-type': 'application/json; charset=utf-8',
        });
        return void res.end(
          JSON.stringify({
            fileId: toNodeId('File', file.id),
            name,
            mediaType,
            size,
          }),
        );
      }
      if (req.method !== 'GET') {
        res.writeHead(405, { allow: 'GET, POST' });
        return void res.end();
      }
      const { file, bytes } = await openFile(ctx, url.pathname.slice(FILES_PATH.length + 1));
      res.writeHead(200, {
        'content-type': file.mediaType,
        'content-length': file.size,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
      await pipeline(bytes, res);
    } catch (error) {
      fail(res, error);
    }
  };
}
