import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, makeFolder, readLine, runToEnd, type Settings, start } from './process-kit.ts';
import { ask, get } from './wire-client.ts';

afterAll(cleanUp);

const GOOD_KEY = randomBytes(32).toString('base64');
const PASSWORD = 'never-print-this';

async function refusalOf(settings: Settings): Promise<string> {
  const { code, signal, output } = await runToEnd({ DATA_DIR: makeFolder(), ...settings });
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(output).not.toContain(PASSWORD);
  // A person reads this: one line at the end, no stack.
  const last = output.trim().split('\n').at(-1)!;
  expect(last).toMatch(/^toolcrib cannot start\. /);
  expect(output).not.toMatch(/^\s+at /m);
  return last;
}

describe('a wrong value stops the start with a sentence that names it', () => {
  it.each<[string, Settings, RegExp]>([
    ['PORT that is no number', { PORT: 'abc' }, /\bPORT\b/],
    ['HOST of another machine', { HOST: '203.0.113.1' }, /\bHOST\b/],
    ['DATABASE_URL of another kind', { DATABASE_URL: `mysql://me:${PASSWORD}@127.0.0.1/crib` }, /\bDATABASE_URL\b/],
    [
      'DATABASE_URL where nobody listens',
      { DATABASE_URL: `postgres://me:${PASSWORD}@127.0.0.1:1/crib` },
      /DATABASE_URL cannot be reached/,
    ],
    ['REDIS_URL where nobody listens', { REDIS_URL: `redis://me:${PASSWORD}@127.0.0.1:1` }, /\bREDIS_URL\b/],
    ['DATA_DIR that is no folder', { DATA_DIR: path.join(import.meta.filename, 'data') }, /\bDATA_DIR\b/],
    ['TOOLCRIB_MASTER_KEY missing in production', { NODE_ENV: 'production' }, /\bTOOLCRIB_MASTER_KEY is empty/],
    [
      'TOOLCRIB_MASTER_KEY changeme',
      { NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: 'changeme' },
      /\bTOOLCRIB_MASTER_KEY\b/,
    ],
    [
      'TOOLCRIB_MASTER_KEY all zeros',
      { NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: Buffer.alloc(32).toString('base64') },
      /\bTOOLCRIB_MASTER_KEY\b/,
    ],
    [
      'TOOLCRIB_MASTER_KEY too short',
      { NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: GOOD_KEY.slice(0, 20) },
      /\bTOOLCRIB_MASTER_KEY\b/,
    ],
  ])('%s', async (_name, settings, sentence) => {
    expect(await refusalOf(settings)).toMatch(sentence);
  });

  it('PORT that is taken, before the data is touched', async () => {
    const dataDir = makeFolder();
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: String(port) })).toMatch(
      new RegExp(`Port ${port} .* taken.* PORT `),
    );
    expect(existsSync(path.join(dataDir, 'database'))).toBe(false);
    taken.close();
  });

  it.each(['master.key', 'operator.key'])('%s that others can read', async (file) => {
    const dataDir = makeFolder();
    writeFileSync(path.join(dataDir, file), `${GOOD_KEY}\n`, { mode: 0o644 });
    expect(await refusalOf({ DATA_DIR: dataDir })).toContain(`chmod 600 ${path.join(dataDir, file)}`);
  });
});

it('in production mode seeds nothing, prints no link, and shows its schema to nobody unknown', async () => {
  const dataDir = makeFolder();
  const running = await start({ DATA_DIR: dataDir, NODE_ENV: 'production', TOOLCRIB_MASTER_KEY: GOOD_KEY });
  expect(running.output()).not.toContain('sign in');
  expect(['owner.key', 'master.key'].filter((file) => existsSync(path.join(dataDir, file)))).toEqual([]);

  const operator = { key: readLine(dataDir, 'operator.key') };
  const introspection = '{ __schema { queryType { name } } }';
  expect(await get(running.url, operator, '{ tenants { totalCount } }')).toEqual({ tenants: { totalCount: 0 } });
  expect(await get(running.url, operator, introspection)).toEqual({ __schema: { queryType: { name: 'Query' } } });
  expect(await ask(running.url, {}, introspection)).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  const page = await fetch(`${running.url}/graphql`, { headers: { accept: 'text/html' } });
  expect(await page.text()).not.toMatch(/graphiql/i);
  expect(await running.stop()).toEqual({ code: 0, signal: null });
}, 120_000);
