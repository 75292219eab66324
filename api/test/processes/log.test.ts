import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, makeFolder, type Running, readLine, signInLinkOf, start } from './process-kit.ts';
import { ask, follow, get, openLink } from './wire-client.ts';

afterAll(cleanUp);

const OWNER = 'owner@demo.test';
/** What a library does that grew old; once the process has come to itself. */
const WARNING = `data:text/javascript,setInterval(() => {
  if (process.listenerCount('SIGTERM') > 0) process.emitWarning('an old habit');
}, 200).unref()`;
const canary = () => randomBytes(24).toString('base64url');

async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin } = new URL(url);
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', origin, ...headers } });
}

/** Speaks WebSocket badly, which the protocol answers with an error of the connection. */
async function sendBrokenFrame(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `GET /graphql HTTP/1.1\r\nhost: ${hostname}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
      'sec-websocket-protocol: graphql-transport-ws\r\n\r\n',
  );
  await once(socket, 'data');
  socket.write(Buffer.alloc(64, 0xff));
  await once(socket, 'close');
}

describe('what a process writes about a busy session', () => {
  const password = `correct ${canary()}`;
  const wrongPassword = `wrong ${canary()}`;
  const unknownKey = `tc_${canary()}`;
  const oddBearer = canary();
  const secrets: Record<string, string> = { password, wrongPassword, unknownKey, oddBearer };
  let running: Running;
  let lines: string[];
  let requestId: string;

  beforeAll(async () => {
    const dataDir = makeFolder();
    running = await start({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, { nodeArgs: ['--import', WARNING] });
    const { url } = running;
    const key = readLine(dataDir, 'owner.key');
    secrets.ownerKey = key;
    secrets.operatorKey = readLine(dataDir, 'operator.key');
    secrets.masterKey = readLine(dataDir, 'master.key');
    const { cookie } = await openLink(await signInLinkOf(running));
    secrets.cookie = cookie.slice(cookie.indexOf('=') + 1);
    secrets.sessionToken = decodeURIComponent(secrets.cookie).split('.')[0]!;

    const person = { cookie, tenant: 'demo' };
    await get(url, person, '{ viewer { user { email } } }');
    const passwordSet = await post(`${url}/api/auth/set-password`, JSON.stringify({ newPassword: password }), {
      cookie,
    });
    expect(passwordSet.status).toBe(200);
    const signIn = (given: string) =>
      post(`${url}/api/auth/sign-in/email`, JSON.stringify({ email: OWNER, password: given }));
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(wrongPassword)).status).toBe(401);
    await post(`${url}/api/auth/sign-in/email`, `{"email":"${OWNER}","password":"${password}"`);

    const { createApiKey } = await get(
      url,
      { key },
      'mutation { createApiKey(input: { name: "Made here", role: "viewer" }) { secret } }',
    );
    secrets.createdKey = createApiKey.secret;
    await get(url, { key: createApiKey.secret }, '{ members { totalCount } }');
    await ask(url, { key: unknownKey }, '{ viewer { kind } }');
    await ask(url, { key: oddBearer }, '{ viewer { kind } }');
    await ask(url, { key }, `{ node(id: "${createApiKey.secret}") { id } } }`);
    await ask(url, { key }, 'query($first: Int) { members(first: $first) { totalCount } }', { first: password });
    await post(`${url}/graphql`, `{ "query": "${key}`, { authorization: `Bearer ${key}` });
    await fetch(`${url}/graphql?query=%7B__typename%7D`, { headers: { authorization: `Bearer ${key}` } });
    await fetch(`${url}/api/files`, { headers: { authorization: `Bearer ${unknownKey}` } });

    const followed = follow(url, { key }, 'subscription { settingsChanged { kind } }');
    await followed.connected;
    followed.end();
    follow(url, { key: unknownKey }, 'subscription { settingsChanged { kind } }');
    await sendBrokenFrame(url);

    requestId = (await ask(url, { key }, '{ __typename }')).headers['x-request-id'] as string;
    await sleep(1_500); // the last use of a key is noted a second later
    expect(await running.stop()).toEqual({ code: 0, signal: null });
    lines = running.output().trim().split('\n');
  }, 120_000);

  it('holds no key, cookie, password or token that was used', () => {
    const printed = lines.filter((line) => !line.startsWith('toolcrib: sign in: ')).join('\n');
    const found = Object.entries(secrets).filter(([, secret]) => printed.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
    expect(Object.values(secrets).every((secret) => secret.length >= 20)).toBe(true);
  });

  it('is one JSON object a line, apart from the words to the person who started it', () => {
    const others = lines.filter((line) => !line.startsWith('toolcrib: '));
    expect(others.length).toBeGreaterThan(10);
    for (const line of others) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(String),
        time: expect.any(String),
        msg: expect.any(String),
      });
    }
  });

  it('has the warnings of libraries among the rest', () => {
    expect(lines.some((line) => line.startsWith('{"level":"warn"') && line.includes('an old habit'))).toBe(true);
  });

  it('names the request that a caller got an answer to', () => {
    const records = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const record = records.find((entry) => entry.requestId === requestId && entry.msg === 'request');
    expect(record).toMatchObject({ door: 'graphql', method: 'POST', status: 200 });
  });
});
