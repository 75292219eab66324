import { afterAll, expect, it } from 'vitest';
import { cleanUp, makeFolder, readLine, runToEnd, start } from './process-kit.ts';
import { get } from './wire-client.ts';

afterAll(cleanUp);

it('refuses a second process on the same embedded folder and leaves the first alone', async () => {
  const dataDir = makeFolder();
  const first = await start({ DATA_DIR: dataDir });
  const key = readLine(dataDir, 'owner.key');

  for (const args of [[], ['--worker']]) {
    const second = await runToEnd({ DATA_DIR: dataDir }, { args });
    expect(second).toMatchObject({ code: 1, signal: null });
    expect(second.output).toContain(`${dataDir}/database is in use by process ${first.pid}`);
    expect(second.output).toContain('DATA_DIR');
    expect(second.output.trim().split('\n')).toHaveLength(1);
  }

  expect(JSON.parse(readLine(dataDir, 'server.json')).pid).toBe(first.pid);
  const { createWorkspace } = await get(
    first.url,
    { key },
    'mutation { createWorkspace(input: { slug: "after", name: "After" }) { workspace { slug } } }',
  );
  expect(createWorkspace.workspace.slug).toBe('after');
  expect(await first.stop()).toEqual({ code: 0, signal: null });

  const third = await start({ DATA_DIR: dataDir });
  const { workspaces } = await get(third.url, { key }, '{ workspaces { slug } }');
  expect(workspaces.map((workspace: { slug: string }) => workspace.slug)).toContain('after');
  await third.stop();
}, 180_000);
