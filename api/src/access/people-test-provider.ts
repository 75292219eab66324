import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { clientId: 'toolcrib', clientSecret: 'the secret of the client' };

export type Claims = { sub: string; email?: string; email_verified?: unknown; name?: string };
type Grant = { nonce: string; challenge: string; redirectUri: string };

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** A small OpenID Connect provider on loopback. Whoever comes to its page is signed in as `claims`. */
export async function startProvider() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const strangers = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const grants = new Map<string, Grant>();
  const state = {
    claims: { sub: 'subject-1' } as Claims,
    isDown: false,
    forgesTokens: false,
    hidesKeys: false,
    audience: CLIENT.clientId,
    requests: [] as string[],
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function idToken(nonce: string): string {
    const issuedAt = Math.floor(Date.now() / 1_000);
    const times = { iat: issuedAt, exp: issuedAt + 60 };
    const payload = { iss: issuer, aud: state.audience, ...times, nonce, ...state.claims };
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(payload)}`;
    const signer = createSign('RSA-SHA256').update(content);
    return `${content}.${signer.sign(state.forgesTokens ? strangers.privateKey : keys.privateKey, 'base64url')}`;
  }

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const code = randomUUID();
    const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? ''];
    const back = new URL(query.get('redirect_uri')!);
    grants.set(code, { nonce, challenge, redirectUri: back.href });
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state')!);
    res.writeHead(302, { location: back.href }).end();
  }

  async function exchange(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = await readForm(req);
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === CLIENT.clientId && form.get('client_secret') === CLIENT.clientSecret;
    if (!grant || !isClient || proof !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri) {
      return send(res, 400, { error: 'invalid_grant' });
    }
    const tokens = { access_token: 'an access token', token_type: 'Bearer', expires_in: 60 };
    send(res, 200, { ...tokens, refresh_token: 'a refresh token', id_token: idToken(grant.nonce) });
  }

  function send(res: ServerResponse, status: number, body: object): void {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url!, issuer);
    state.requests.push(pathname);
    if (state.isDown) return send(res, 503, {});
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return send(res, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          ...(state.hidesKeys ? {} : { jwks_uri: `${issuer}/jwks` }),
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return send(res, 200, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] });
      case '/authorize':
        return authorize(searchParams, res);
      case '/token':
        return exchange(req, res);
      case '/userinfo':
        return send(res, 200, state.claims);
      default:
        return send(res, 404, {});
    }
  }

  return {
    issuer,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Provider = Awaited<ReturnType<typeof startProvider>>;
