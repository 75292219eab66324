import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScratchDatabase } from '../../src/platform/database-test-server.ts';
import { cleanUp, makeFolder, type Running, readLine, type Settings, start, waitUntil } from './process-kit.ts';
import { author } from './upstream.ts';
import { ask, follow, get } from './wire-client.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const redisUrl = process.env.TEST_REDIS_URL;
const SETTINGS: Record<string, Settings> = {
  'PostgreSQL NOTIFY': {},
  ...(redisUrl && { Redis: { REDIS_URL: redisUrl } }),
};
const ROI = 'roi-calculator';
const TOOL = 'query($slug: String!) { tool(slug: $slug) { slug name version } }';
const CATEGORIES = '{ toolCategories { name count } }';
const FOLLOW = 'subscription { toolsChanged { all } }';
const SHARED = { kind: 'static', output: { said: true } };
const change = (verb: string) => {
  const noun = verb.charAt(0).toUpperCase() + verb.slice(1);
  return `mutation($input: ${noun}Input!) { ${verb}(input: $input) { __typename } }`;
};
const HEARD_WITHIN_MS = 5_000;

afterAll(cleanUp);

// Without TEST_DATABASE_URL each of these is reported as skipped.
describe.skipIf(!serverUrl).each(Object.entries(SETTINGS))(
  'the catalog of two processes, told of each other by %s',
  (_name, bell) => {
    const folders = [makeFolder(), makeFolder()];
    let database: { url: string; drop(): Promise<void> };
    let here: Running;
    let there: Running;
    let owner: { key: string };

    beforeAll(async () => {
      database = await createScratchDatabase(serverUrl!);
      const masterKey = randomBytes(32).toString('base64');
      const shared = { DATABASE_URL: database.url, TOOLCRIB_MASTER_KEY: masterKey, ...bell };
      const both = await Promise.all(folders.map((DATA_DIR) => start({ ...shared, DATA_DIR })));
      [here, there] = both as [Running, Running];
      const seeder = folders.find((folder) => existsSync(path.join(folder, 'owner.key')))!;
      owner = { key: readLine(seeder, 'owner.key') };
    }, 180_000);
    afterAll(async () => {
      await Promise.all([here?.stop(), there?.stop()]);
      await database?.drop();
    }, 60_000);

    const save = (verb: string, input: object) => get(here.url, owner, change(verb), { input });
    const readThere = async (slug: string) => (await get(there.url, owner, TOOL, { slug })).tool;
    const countThere = async (category: string): Promise<number> => {
      const { toolCategories } = await get(there.url, owner, CATEGORIES);
      return toolCategories.find(({ name }: { name: string }) => name === category)?.count ?? 0;
    };
    const seenThere = (isSeen: () => Promise<boolean>) => waitUntil(isSeen, HEARD_WITHIN_MS, there.output);

    it('a tool made in one is found, renamed and lost in the other, which had kept what was before', async () => {
      expect(await readThere('shared')).toBeNull();
      expect(await countThere('test')).toBe(0);
      await author(here.url, owner.key, 'shared', SHARED);
      await seenThere(async () => (await readThere('shared')) !== null);
      expect(await countThere('test')).toBe(1);
      await save('updateTool', { slug: 'shared', version: 1, name: 'Known to both' });
      await seenThere(async () => (await readThere('shared')).name === 'Known to both');
      expect(await readThere('shared')).toMatchObject({ version: 2 });
      await save('deleteTool', { slug: 'shared' });
      await seenThere(async () => (await readThere('shared')) === null);
      expect(await countThere('test')).toBe(0);
    });

    it('an override set in one holds in the other, and can no longer be run there once it switches the tool off', async () => {
      const run = () =>
        ask(there.url, owner, change('executeTool'), { input: { slug: ROI, input: {} } }).then(({ code }) => code);
      expect(await readThere(ROI)).toMatchObject({ version: 0 });
      expect(await run()).toBeUndefined();
      await save('upsertToolOverride', { slug: ROI, name: 'Return' });
      await seenThere(async () => (await readThere(ROI)).name === 'Return');
      await save('upsertToolOverride', { slug: ROI, version: 1, enabled: false });
      await seenThere(async () => (await readThere(ROI)) === null);
      expect(await run()).toBe('NOT_FOUND');
      await save('resetToolOverride', { slug: ROI });
      await seenThere(async () => (await readThere(ROI))?.version === 0);
      expect(await run()).toBeUndefined();
    });

    it('followers of the catalog in one hear what was changed in the other', async () => {
      const followed = follow(there.url, owner, FOLLOW);
      await followed.connected;
      // Connected is not yet subscribed, so it is changed until it is heard.
      for (let at = 0; followed.heard.length === 0; at += 1) {
        expect(at).toBeLessThan(20);
        await author(here.url, owner.key, `heard-${at}`, SHARED);
        await waitUntil(() => followed.heard.length > 0, 500).catch(() => undefined);
      }
      expect(followed.heard[0]).toEqual({ toolsChanged: { all: false } });
      followed.end();
    });
  },
);
