import { existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, type Running, readLine, run, start, waitUntil } from './process-kit.ts';
import { ask, get } from './wire-client.ts';

afterAll(cleanUp);

const KILLS = Math.max(5, Number(process.env.SOAK_KILLS ?? 5));
const WRITERS = 8;
const CREATE_WORKSPACE =
  'mutation($slug: String!) { createWorkspace(input: { slug: $slug, name: $slug }) { workspace { slug } } }';
const CREATE_KEY = 'mutation($name: String!) { createApiKey(input: { name: $name, role: "viewer" }) { secret } }';

type Acknowledged = { slugs: string[]; secrets: string[] };

/** Writes until the process is gone, and notes what was answered. */
async function write(url: string, key: string, prefix: string, into: Acknowledged): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let count = 0; ; count++) {
      const name = `${prefix}-${count}`;
      if (count % 3 < 2) {
        const { data } = await ask(url, { key }, CREATE_WORKSPACE, { slug: name }, agent);
        into.slugs.push(data.createWorkspace.workspace.slug);
      } else {
        const { data } = await ask(url, { key }, CREATE_KEY, { name }, agent);
        into.secrets.push(data.createApiKey.secret);
      }
    }
  } catch (error) {
    // Killed before the answer: it may be there or not.
    if (!(error instanceof Error && 'code' in error)) throw error;
  } finally {
    agent.destroy();
  }
}

async function checkEverythingIsThere(url: string, key: string, slugs: string[], fresh: Acknowledged): Promise<void> {
  const { workspaces, verifyAudit } = await get(
    url,
    { key },
    '{ workspaces { slug } verifyAudit { valid brokenSeq } }',
  );
  const found = new Set(workspaces.map((workspace: { slug: string }) => workspace.slug));
  expect(slugs.filter((slug) => !found.has(slug))).toEqual([]);
  expect(verifyAudit).toEqual({ valid: true, brokenSeq: null });
  for (const secret of fresh.secrets) await get(url, { key: secret }, '{ viewer { kind } }');
}

it(
  `loses nothing that was acknowledged when it is killed ${KILLS} times while it writes`,
  async () => {
    const dataDir = makeFolder();
    const slugs: string[] = [];
    let secrets = 0;
    let fresh: Acknowledged = { slugs: [], secrets: [] };
    for (let kill = 0; ; kill++) {
      const running = await start({ DATA_DIR: dataDir });
      const key = readLine(dataDir, 'owner.key');
      await checkEverythingIsThere(running.url, key, slugs, fresh);
      if (kill === KILLS) break;
      fresh = { slugs: [], secrets: [] };
      const writing = Array.from({ length: WRITERS }, (_, writer) =>
        write(running.url, key, `k${kill}w${writer}`, fresh),
      );
      await waitUntil(() => fresh.slugs.length >= WRITERS && fresh.secrets.length > 0, 30_000);
      await sleep(Math.random() * 300);
      await running.kill();
      await Promise.all(writing);
      slugs.push(...fresh.slugs);
      secrets += fresh.secrets.length;
    }
    expect(slugs.length).toBeGreaterThanOrEqual(KILLS * WRITERS);
    expect(secrets).toBeGreaterThanOrEqual(KILLS);
  },
  60_000 + KILLS * 15_000,
);

it('starts after it was killed at any point of its first start', async () => {
  const dataDir = makeFolder();
  const has = (file: string) => existsSync(path.join(dataDir, file));
  const theDatabaseIsBeingMade = () => has('database/pglite.unfinished');
  const theDatabaseIsThere = () => has('database/pglite/PG_VERSION') && !has('database/pglite.unfinished');
  const theTablesAreThere = (running: Running) => running.output().includes('applied');
  const theOwnerKeyIsThere = () => has('owner.key');
  const killWhen = async (hasCome: (running: Running) => boolean, laterMs = 0) => {
    const running = run({ DATA_DIR: dataDir });
    await waitUntil(() => hasCome(running), 90_000, running.output);
    await sleep(laterMs);
    await running.kill();
  };
  await killWhen(theDatabaseIsBeingMade);
  await killWhen(theDatabaseIsThere);
  await killWhen(theTablesAreThere, 150);
  await killWhen(theOwnerKeyIsThere);

  const running = await start({ DATA_DIR: dataDir });
  const key = readLine(dataDir, 'owner.key');
  const { members, apiKeys, verifyAudit } = await get(
    running.url,
    { key },
    '{ members { totalCount } apiKeys { totalCount } verifyAudit { valid } }',
  );
  expect({ members, apiKeys, verifyAudit }).toEqual({
    members: { totalCount: 4 },
    apiKeys: { totalCount: 1 },
    verifyAudit: { valid: true },
  });
  const operator = { key: readLine(dataDir, 'operator.key') };
  const { tenants } = await get(running.url, operator, '{ tenants { totalCount } }');
  expect(tenants.totalCount).toBe(3);
  await running.stop();
}, 240_000);
