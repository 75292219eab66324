import type { ChildProcess } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFolder } from '#platform/folder-lock.ts';
import {
  createMachine,
  findFreePort,
  makeDataDir,
  type Ran,
  runProcess,
  startServerProcess,
  stopServerProcess,
} from './cli-test-machine.ts';

const { dataDir, remove } = makeDataDir();
const held = makeDataDir();
const run = createMachine({ DATA_DIR: dataDir });
let settings: { DATA_DIR: string; PORT: string };
let server: ChildProcess | undefined;
let refusedByLock: Promise<Ran>;
let unlock: () => void;
const links: string[] = [];

beforeAll(async () => {
  settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  unlock = lockFolder(path.join(held.dataDir, 'database'));
  refusedByLock = createMachine({ DATA_DIR: held.dataDir })('tenants', 'list', '--json');
});

afterAll(async () => {
  await stopServerProcess(server, 'SIGKILL');
  await refusedByLock;
  unlock();
  held.remove();
  remove();
});

/** Where a link leads, and whether it signed somebody in. */
async function open(link: string): Promise<{ to: string | null; signedIn: boolean }> {
  const response = await fetch(link, { redirect: 'manual' });
  const signedIn = response.headers.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie));
  return { to: response.headers.get('location'), signedIn };
}

describe('while no process runs', () => {
  it('makes the first owner in the database and prints where they will get in', async () => {
    const line = [
      'bootstrap',
      '--email',
      'Ada@Example.com',
      '--name',
      'Ada',
      '--tenant',
      'acme',
      '--tenant-name',
      'Acme',
    ];
    const { code, out, err } = await createMachine(settings)(...line);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'ada@example.com owns the tenant acme (Acme). The link works once.',
    });
    expect(out).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${settings.PORT}/\\S+$`));
    links.push(out);
  });

  it('prints a sign-in link as JSON and nothing else on stdout', async () => {
    const { code, json, err } = await runProcess(settings, 'sign-in-link', '--email', 'ada@example.com', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(Object.keys(json)).toEqual(['url', 'expiresAt']);
    expect(Date.parse(json.expiresAt)).toBeGreaterThan(Date.now());
    links.push(json.url);
  });

  it('says who holds the data folder when nobody says where they serve', async () => {
    const { code, json } = await refusedByLock;
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: 'DATA_FOLDER',
      message: expect.stringContaining(`Process ${process.pid} holds`),
    });
  });
});

describe('with a process that runs', () => {
  beforeAll(async () => {
    // So little that a page cannot hold a hundred rows.
    server = await startServerProcess({ ...settings, LIMIT_QUERY_COST: '1000' });
  });

  it('signs in through links that were made before it started, each once', async () => {
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(await open(link)).toEqual({ to: '/', signedIn: true });
      expect(await open(link)).toMatchObject({ signedIn: false });
    }
  });

  it('makes sign-in links that lead to it', async () => {
    const { out, err } = await run('sign-in-link', '--email', 'ada@example.com');
    expect(err).toMatch(/^It works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(await open(out)).toEqual({ to: '/', signedIn: true });
  });

  it('says what to do when nobody has the address', async () => {
    const { code, out, err } = await run('sign-in-link', '--email', 'nobody@example.com');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^--email: Nobody has the address nobody@example\.com\. Invite them/);
  });

  it('invites, lists, changes and removes members', async () => {
    const invited = await run('members', 'invite', '--email', 'bob@example.com', '--role', 'member', '--json');
    expect(invited.json).toMatchObject({ email: 'bob@example.com', role: 'member' });
    expect(invited.json.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${settings.PORT}/invite/inv_`));

    await run('bootstrap', '--email', 'cleo@example.com', '--tenant', 'acme');
    const changed = await run('members', 'set-role', '--email', 'CLEO@example.com', '--role', 'viewer', '--json');
    expect(changed.json).toMatchObject({ email: 'cleo@example.com', role: 'viewer' });
    const listed = await run('members', 'list');
    expect(listed.out.split('\n')[0]).toMatch(/^EMAIL {13}NAME {2}ROLE {10}KEYS {2}SINCE$/);
    expect(listed.out).toMatch(/^ada@example\.com {3}Ada {3}system_admin {2}0 /m);
    expect((await run('members', 'list', '--search', 'cle', '--json')).json).toMatchObject([{ role: 'viewer' }]);

    const remove = ['members', 'remove', '--email', 'cleo@example.com'];
    const unsure = await run(...remove);
    expect(unsure).toMatchObject({ code: 1, err: expect.stringMatching(/Add --yes to confirm\.$/) });
    expect(await createMachine({ DATA_DIR: dataDir }, 'n')(...remove)).toMatchObject({
      code: 1,
      err: 'Nothing was changed.',
    });
    expect((await run(...remove, '--yes', '--json')).json).toMatchObject({
      email: 'cleo@example.com',
      revokedApiKeys: 0,
    });
    expect(await run(...remove, '--yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^--email: .* is not a member of acme/),
    });
  });

  it('names the flag that is wrong, in words and in JSON', async () => {
    const line = ['members', 'invite', '--email', 'not-an-address', '--role', 'member'];
    const { code, out, err } = await run(...line);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: '--email: Write an e-mail address such as ada@example.com.',
    });
    const { json } = await run(...line, '--json');
    expect(json.error).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ flag: '--email', path: ['email'] }] });
    expect((await run('bootstrap', '--email', 'a@example.com', '--tenant', 'Bad One')).err).toMatch(
      /^--tenant: Use 2 to 40/,
    );
    const past = ['keys', 'create', '--name', 'x', '--role', 'member', '--expires', '2020-01-01'];
    expect((await run(...past)).err).toMatch(/^--expires: This time has passed/);
  });

  it('makes keys, lists all of them over several pages, and revokes one by its prefix', async () => {
    const create = ['keys', 'create', '--role', 'viewer', '--permissions', 'members.tenant.read, audit.tenant.read'];
    const made: string[] = [];
    for (const name of Array.from({ length: 9 }, (_, at) => `key ${at}`)) {
      const { json } = await run(...create, '--name', name, '--expires', '90d', '--acts-for-agent', '--json');
      expect(json).toMatchObject({ name, role: 'viewer', actsForAgent: true, secret: expect.stringMatching(/^tc_/) });
      made.unshift(json.id);
    }
    const { json: listed } = await run('keys', 'list', '--json');
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(made);
    const days = (Date.parse(listed[0].expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const few = await run('keys', 'list', '--limit', '8');
    expect(few.out.split('\n')).toHaveLength(9);
    expect(few.err).toBe('There is more: leave out --limit for all.');

    expect(await run('keys', 'revoke', listed[0].prefix)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"key 8"'),
    });
    expect((await run('keys', 'revoke', listed[1].id, '--json')).json).toMatchObject({
      name: 'key 7',
      status: 'REVOKED',
    });
    expect((await run('keys', 'list', '--json')).json).toHaveLength(7);
    expect((await run('keys', 'list', '--include-revoked', '--json')).json).toHaveLength(9);
    expect(await run('keys', 'revoke', 'tc_')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No key of acme begins so/),
    });
  });

  it('rotates the master key, and says when the former one can go', async () => {
    const before = await run('secrets', 'rotate-key', '--dry-run', '--json');
    expect(before).toMatchObject({ code: 0, json: { rewrapped: 0, waiting: 0, unreadable: 0 } });
    const { code, out, err } = await run('secrets', 'rotate-key');
    expect({ code, out }).toEqual({ code: 0, out: 'Rotated 0 tenant keys; 0 waiting, 0 unreadable.' });
    expect(err).toMatch(/^No secret needs a former key\./);
  });

  it('lists and verifies the audit log', async () => {
    const { json } = await run('audit', 'list', '--action', 'apiKey', '--json');
    expect(json.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'apiKey.revoked',
      'apiKey.revoked',
    ]);
    expect(json).toHaveLength(11);
    expect((await run('audit', 'verify', '--json')).json).toMatchObject({
      tenant: 'acme',
      valid: true,
      brokenSeq: null,
    });
  });

  it('prints the key of receipts, and says when there is none to check', async () => {
    expect((await run('receipts', 'key')).out).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const unknown = await run('receipts', 'verify', 'nothing');
    expect([unknown.code, unknown.err]).toEqual([
      expect.toSatisfy((code: number) => code > 0),
      expect.stringContaining('not found'),
    ]);
  });

  it('lists tools with what keeps them back, and changes built-in ones for one tenant or for all', async () => {
    const find = async () => {
      const { json } = await run('tools', 'list', '--search', 'manageTools', '--json');
      expect(json).toHaveLength(1);
      return json[0];
    };
    expect(await find()).toMatchObject({ enabled: false, availability: { available: false } });
    expect((await run('tools', 'list')).out).toMatch(/^manageTools .* system .* no .* always .*off until/m);

    const forAll = ['tools', 'override', 'manageTools', '--global'];
    expect(await run(...forAll, '--enabled', 'true')).toMatchObject({
      code: 0,
      out: 'manageTools is changed for all tenants.',
    });
    expect(await find()).toMatchObject({ enabled: true, overridden: [] });
    const own = ['tools', 'override', 'manageTools', '--tenant', 'acme'];
    expect((await run(...own, '--enabled', 'false', '--json')).json).toMatchObject({ enabled: false, version: 1 });
    expect(await find()).toMatchObject({ enabled: false, overridden: ['enabled'] });
    expect((await run(...own, '--reset')).out).toBe('manageTools is as the code says in acme.');
    expect(await find()).toMatchObject({ enabled: true });
    expect((await run(...forAll, '--reset')).out).toBe('manageTools is as the code says for all tenants.');
    expect(await find()).toMatchObject({ enabled: false });

    const refused = await run(...forAll, '--policy', 'auto');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^--policy: This tool always asks/) });
    const { json: key } = await run('keys', 'create', '--name', 'all', '--role', 'admin', '--json');
    const url = `http://127.0.0.1:${settings.PORT}`;
    const byKey = await run('--url', url, '--key', key.secret, ...forAll, '--enabled', 'true');
    expect(byKey).toMatchObject({ code: 1, err: expect.stringMatching(/^Only the operator may do this/) });
    await run('keys', 'revoke', key.id);
  });

  it('is well, and has nothing to migrate', async () => {
    const { code, json } = await run('doctor', '--json');
    const bad = json.checks.filter(({ status }: { status: string }) => status !== 'ok');
    expect({ code, healthy: json.healthy, bad }).toEqual({ code: 0, healthy: true, bad: [] });
    const names = json.checks.map(({ name }: { name: string }) => name);
    expect(names).toEqual([
      'node',
      'configuration',
      'data folder',
      'disk',
      'process',
      'database',
      'migrations',
      'tenant walls',
      'queue',
      'clock',
      'bell',
    ]);
    expect((await run('migrate', '--json')).json).toEqual({ applied: [] });
  });

  it('asks which tenant is meant unless it goes without saying', async () => {
    expect((await run('tenants', 'create', '--slug', 'ims', '--name', 'IMS')).out).toBe('Made the tenant ims (IMS).');
    const unclear = await run('members', 'list');
    expect(unclear).toMatchObject({ code: 1, err: 'Say which tenant you mean with --tenant. There are: acme, ims.' });
    expect((await run('members', 'list', '--tenant', 'ims')).out).toBe('ims has no members yet.');
    expect((await run('members', 'list', '--tenant', 'oci')).err).toMatch(
      /^--tenant: There is no tenant "oci"\. There are: acme, ims\.$/,
    );
    await run('tenants', 'create', '--slug', 'demo', '--name', 'Demo');
    expect((await run('audit', 'verify', '--json')).json).toMatchObject({ tenant: 'demo' });
    expect((await run('tenants', 'list', '--json')).json.map(({ slug }: { slug: string }) => slug)).toEqual([
      'acme',
      'ims',
      'demo',
    ]);
  });
});

describe('with an address and a key', () => {
  let key: Ran['json'];
  let url: string;
  const far = (...line: string[]) => run(...line, '--url', url, '--key', key.secret, '--data-dir', held.dataDir);

  beforeAll(async () => {
    url = `http://127.0.0.1:${settings.PORT}`;
    key = (await run('keys', 'create', '--tenant', 'acme', '--name', 'Far', '--role', 'admin', '--json')).json;
  });

  it('acts as that key in its own tenant', async () => {
    expect((await far('members', 'list', '--json')).json).toMatchObject([{ email: 'ada@example.com' }]);
    const byEnvironment = createMachine({ TOOLCRIB_URL: `${url}/graphql`, TOOLCRIB_KEY: key.secret });
    expect((await byEnvironment('members', 'list', '--tenant', 'acme', '--json')).json).toHaveLength(1);
  });

  it('never acts in another tenant than the one that was named', async () => {
    const { code, err } = await far('members', 'list', '--tenant', 'ims');
    expect({ code, err }).toEqual({
      code: 1,
      err: '--tenant: This key belongs to the tenant "acme", not to "ims". Use a key of that one.',
    });
  });

  it('leaves to the operator what is theirs', async () => {
    for (const line of [
      ['tenants', 'list'],
      ['sign-in-link', '--email', 'ada@example.com'],
    ]) {
      const { code, json } = await far(...line, '--json');
      expect(code).toBe(1);
      expect(json.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(/^Only the operator may do this/),
      });
    }
  });

  it('takes the key of the operator as well', async () => {
    const operatorKey = readFileSync(path.join(dataDir, 'operator.key'), 'utf8').trim();
    const line = ['--url', url, '--key', operatorKey, 'tenants', 'list', '--limit', '1', '--json'];
    expect((await run(...line)).json).toMatchObject([{ slug: 'acme' }]);
  });

  it('uses the key of the owner where that of the operator cannot be read', async () => {
    const [operatorKey, ownerKey] = ['operator.key', 'owner.key'].map((name) => path.join(dataDir, name));
    renameSync(operatorKey!, `${operatorKey}.away`);
    writeFileSync(ownerKey!, `${key.secret}\n`, { mode: 0o600 });
    try {
      expect((await run('members', 'list', '--json')).json).toHaveLength(1);
      expect((await run('tenants', 'list')).err).toContain(`${ownerKey} is the key of one tenant`);
      rmSync(ownerKey!);
      expect((await run('members', 'list')).err).toBe(
        `${operatorKey} cannot be read. Run this as the user who runs the server, or give --key.`,
      );
    } finally {
      renameSync(`${operatorKey}.away`, operatorKey!);
    }
  });

  it('says so when the key was revoked, is missing, or nothing answers', async () => {
    await run('keys', 'revoke', key.prefix, '--tenant', 'acme');
    expect((await far('members', 'list', '--json')).json.error.code).toBe('UNAUTHENTICATED');
    expect((await run('members', 'list', '--url', url)).err).toMatch(/needs a key: set TOOLCRIB_KEY/);
    const nobody = `http://127.0.0.1:${await findFreePort()}`;
    const { code, err } = await run('members', 'list', '--url', nobody, '--key', 'tc_x');
    expect({ code, err }).toEqual({
      code: 1,
      err: `${nobody} cannot be reached (ECONNREFUSED). Check the address, and that the server runs.`,
    });
  });
});

describe('after the process was killed', () => {
  it('sees that nobody serves, and looks at the database itself, or for one', async () => {
    await stopServerProcess(server, 'SIGKILL');
    const { code, json } = await createMachine(settings)('doctor', '--json');
    expect(code).toBe(0);
    const about = (wanted: string) => json.checks.find(({ name }: { name: string }) => name === wanted);
    expect(about('process')).toMatchObject({ status: 'warn', message: 'No process serves this data folder.' });
    expect(about('database')).toMatchObject({ status: 'ok', message: expect.stringContaining('embedded') });
    rmSync(dataDir, { recursive: true });
    const empty = await createMachine(settings)('doctor', '--json');
    expect(empty.json.checks.at(-1)).toMatchObject({ name: 'database', status: 'warn', message: 'There is none yet.' });
  });
});
