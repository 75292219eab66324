import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { parseNodeIdOf } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { tellStory } from '../../test/story.ts';
import { openApp } from '../app.ts';
import { createMachine, makeDataDir } from './cli-test-machine.ts';

const { dataDir, remove } = makeDataDir();
const settings = { DATA_DIR: dataDir };
const run = createMachine(settings);
let tenant: string;
let genuine: string;
let touched: string;

beforeAll(async () => {
  const app = await openApp({
    env: readEnv({ NODE_ENV: 'test', ...settings }),
    log: createLog('silent'),
    works: false,
  });
  const story = await tellStory(app);
  tenant = story.tenant.slug;
  const [admin, approver] = [await story.as('admin'), await story.as('approver')];
  await admin.get('mutation { upsertToolOverride(input: { slug: "manageTools", enabled: true }) { tool { slug } } }');
  const agent = await story.key({ role: 'admin', actsForAgent: true });
  const decide = async (): Promise<string> => {
    const { executeTool } = await agent.get(
      'mutation { executeTool(input: { slug: "manageTools", input: { action: "list" } }) { run { approval { id } } } }',
    );
    const { id } = executeTool.run.approval;
    await approver.get(
      'mutation($id: ID!) { decideApproval(input: { id: $id, decision: DENY, reason: "No." }) { run { id } } }',
      { id },
    );
    return id;
  };
  [genuine, touched] = [await decide(), await decide()];
  await app.database.system.approval.update({
    where: { id: parseNodeIdOf('Approval', touched)! },
    data: { reason: 'Yes.' },
  });
  await app.close();
});
afterAll(remove);

it('believes a receipt that rows and log confirm, and hands over what others need to check it', async () => {
  const { code, json } = await run('receipts', 'verify', genuine, '--tenant', tenant, '--json');
  expect({ code, json }).toMatchObject({ code: 0, json: { tenant, valid: true, seq: 1, previousHash: '' } });
  const { out } = await run('receipts', 'key', '--tenant', tenant);
  const signature = Buffer.from(json.signature, 'base64url');
  expect(verify(null, Buffer.from(json.hash, 'hex'), createPublicKey(out), signature)).toBe(true);
});

it('exits with 1 when the approval tells otherwise', async () => {
  const { code, out } = await run('receipts', 'verify', touched, '--tenant', tenant);
  expect({ code, out }).toEqual({
    code: 1,
    out: `Receipt 2 of ${tenant} cannot be believed. The approval tells otherwise: reason was changed since.`,
  });
});

it('believes it as before, by the same key, when the master key was rotated and the old one taken away', async () => {
  const { out: key } = await run('receipts', 'key', '--tenant', tenant);
  const TOOLCRIB_MASTER_KEY = randomBytes(32).toString('base64');
  const TOOLCRIB_MASTER_KEY_OLD = readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim();
  const rotated = await createMachine({ ...settings, TOOLCRIB_MASTER_KEY, TOOLCRIB_MASTER_KEY_OLD })(
    'secrets',
    'rotate-key',
  );
  expect(rotated.code).toBe(0);
  const later = createMachine({ ...settings, TOOLCRIB_MASTER_KEY });
  expect((await later('receipts', 'verify', genuine, '--tenant', tenant)).code).toBe(0);
  expect((await later('receipts', 'key', '--tenant', tenant)).out).toBe(key);
});
