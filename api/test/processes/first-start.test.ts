import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanUp,
  findFreePort,
  makeFolder,
  type Running,
  readLine,
  run,
  signInLinkOf,
  start,
  waitUntil,
} from './process-kit.ts';
import { ask, get, openLink } from './wire-client.ts';

afterAll(cleanUp);

const MEMBERS = '{ viewer { tenant { slug } } members { edges { node { user { email } role { slug } } } } }';

/** What /healthz and /readyz answer; nothing while nobody listens. */
async function probe(url: string): Promise<string | undefined> {
  const statuses = ['/healthz', '/readyz'].map(async (door) => (await fetch(`${url}${door}`)).status);
  return Promise.all(statuses).then(
    (found) => found.join(' '),
    () => undefined,
  );
}

type Member = { node: { user: { email: string }; role: { slug: string } } };
const rolesOf = (edges: Member[]) => edges.map(({ node }) => `${node.user.email} ${node.role.slug}`);

describe('the first start on an empty folder', () => {
  const dataDir = makeFolder();
  const seenWhileStarting = new Set<string>();
  let running: Running;
  let ownerKey: string;

  beforeAll(async () => {
    const port = await findFreePort();
    running = run({ DATA_DIR: dataDir, PORT: String(port) });
    await waitUntil(async () => {
      const statuses = await probe(`http://127.0.0.1:${port}`);
      if (running.url === '' && statuses) seenWhileStarting.add(statuses);
      return running.output().includes('sign in:');
    }, 90_000);
    ownerKey = readLine(dataDir, 'owner.key');
  }, 120_000);

  it('answers that it lives at once, and that it can serve when it can', async () => {
    expect(seenWhileStarting).toContain('200 503');
    expect(await probe(running.url)).toBe('200 200');
    expect((await ask(running.url, {}, '{ __typename }')).status).toBe(200);
  });

  it('makes the demo with its people', async () => {
    const { viewer, members } = await get(running.url, { key: ownerKey }, MEMBERS);
    expect(viewer.tenant.slug).toBe('demo');
    expect(rolesOf(members.edges)).toEqual([
      'owner@demo.test system_admin',
      'approver@demo.test approver',
      'member@demo.test member',
      'viewer@demo.test viewer',
    ]);
  });

  it('makes three tenants', async () => {
    const operator = { key: readLine(dataDir, 'operator.key') };
    const { tenants } = await get(running.url, operator, '{ tenants { edges { node { slug } } } }');
    const slugs = tenants.edges.map((edge: { node: { slug: string } }) => edge.node.slug);
    expect(slugs.sort()).toEqual(['demo', 'ims', 'oci']);
  });

  it('leaves keys that only their owner can read, each on one line', () => {
    for (const file of ['owner.key', 'master.key', 'operator.key']) {
      expect(statSync(path.join(dataDir, file)).mode & 0o777, file).toBe(0o600);
      expect(readLine(dataDir, file), file).toMatch(/^\S{40,}$/);
    }
    expect(ownerKey).toMatch(/^tc_/);
    expect(readdirSync(dataDir).filter((name) => /\.[0-9a-f-]{36}$/.test(name))).toEqual([]);
  });

  it('prints a link that signs the owner in, once', async () => {
    const link = await signInLinkOf(running);
    const { cookie, location } = await openLink(link);
    expect(location).toBe('/');
    const { viewer } = await get(running.url, { cookie, tenant: 'demo' }, '{ viewer { user { email } role } }');
    expect(viewer).toEqual({ user: { email: 'owner@demo.test' }, role: 'system_admin' });

    expect(await openLink(link)).toEqual({ cookie: '', location: '/sign-in?error=link-used' });
  });

  it('tells commands on this machine where it serves, until it stops', async () => {
    const { url, pid } = JSON.parse(readLine(dataDir, 'server.json'));
    expect({ url, pid }).toEqual({ url: running.url, pid: running.pid });
    expect(await running.stop()).toEqual({ code: 0, signal: null });
    expect(readdirSync(dataDir)).not.toContain('server.json');
  });

  it('is not repeated: the second start finds everything as it was', async () => {
    const keys = ['owner.key', 'master.key', 'operator.key'].map((file) => readLine(dataDir, file));
    const again = await start({ DATA_DIR: dataDir });
    expect(['owner.key', 'master.key', 'operator.key'].map((file) => readLine(dataDir, file))).toEqual(keys);
    const { members } = await get(again.url, { key: ownerKey }, MEMBERS);
    expect(rolesOf(members.edges)).toHaveLength(4);
    const { apiKeys } = await get(again.url, { key: ownerKey }, '{ apiKeys { totalCount } }');
    expect(apiKeys.totalCount).toBe(1);
    expect((await openLink(await signInLinkOf(again))).cookie).toContain('session_token');
    await again.stop();
  });
});
