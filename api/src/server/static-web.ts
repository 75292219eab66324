import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const SMALLEST_ZIPPED = 1_024;
const NONCE_MARK = '__CSP_NONCE__';
/** Below this there are pages only, also those with a dot in their name. */
const PAGES = '/t/';

type Asset = {
  type: string;
  bytes: Buffer;
  zipped?: Buffer;
  etag: string;
  immutable: boolean;
};

function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const entry of readdirSync(folder, {
    recursive: true,
    encoding: 'utf8',
  })) {
    const file = path.join(folder, entry);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const zips = /text|json|javascript|svg/.test(type) && bytes.length >= SMALLEST_ZIPPED;
    const urlPath = `/${entry.split(path.sep).join('/')}`;
    assets.set(urlPath, {
      type,
      bytes,
      zipped: zips ? gzipSync(bytes, { level: 9 }) : undefined,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      // Vite puts a hash of the content into these names.
      immutable: urlPath.startsWith('/assets/'),
    });
  }
  return assets;
}

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The built web app: files as they are, and its one page for every other path. */
export function createStaticWeb(folder: string) {
  const assets = loadAssets(folder);
  const page = assets.get('/index.html')?.bytes.toString('utf8');

  function sendPage(req: IncomingMessage, res: ServerResponse): void {
    if (page === undefined) {
      res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
      return void res.end('The web app is not built. Run: npm start\n');
    }
    const nonce = randomBytes(16).toString('base64');
    const body = page.replaceAll(NONCE_MARK, nonce);
    res.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': TYPES['.html'],
      'content-security-policy': contentPolicy(nonce),
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    });
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  function sendAsset(req: IncomingMessage, res: ServerResponse, asset: Asset): void {
    const headers: Record<string, string | number> = {
      ...SECURITY_HEADERS,
      'content-type': asset.type,
      'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: asset.etag,
      vary: 'accept-encoding',
    };
    if (req.headers['if-none-match'] === asset.etag) {
      res.writeHead(304, headers);
      return void res.end();
    }
    const zipped = /\bgzip\b/.test(String(req.headers['accept-encoding'])) ? asset.zipped : undefined;
    const body = zipped ?? asset.bytes;
    res.writeHead(200, {
      ...headers,
      'content-length': body.length,
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    });
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  return function handle(req: IncomingMessage, res: ServerResponse, pathname: string): void {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { allow: 'GET, HEAD' });
      return void res.end();
    }
    if (pathname === '/index.html' || pathname.startsWith(PAGES)) return void sendPage(req, res);
    const asset = assets.get(pathname);
    if (asset) return void sendAsset(req, res, asset);
    if (pathname.startsWith('/assets/') || path.extname(pathname)) {
      res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      return void res.end('Not found\n');
    }
    sendPage(req, res);
  };
}
