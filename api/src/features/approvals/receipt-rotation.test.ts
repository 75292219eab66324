import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#access/viewer.ts';
import { clientFor } from '../../../test/client.ts';
import { RUNNING_TOOLS } from '../../../test/running-tools.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, createTestHome, type TestApp } from '../../../test/test-app.ts';

const ASK = 'mutation { executeTool(input: { slug: "danger", input: { what: "x" } }) { run { approval { id } } } }';
const APPROVE = 'mutation($id: ID!) { decideApproval(input: { id: $id, decision: APPROVE }) { approval { status } } }';
const VERIFY = 'query($id: ID!) { verifyReceipt(approvalId: $id) { seq valid reason hash signature } }';
const REWRAP = 'mutation { rewrapDataKeys(input: {}) { waiting unreadable } }';
/** Three processes, one after the other, over a database on disk. */
const LIVES_MS = 90_000;
const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

let home: Awaited<ReturnType<typeof createTestHome>>;
beforeAll(async () => {
  home = await createTestHome();
});
afterAll(() => home.remove());

/** The life of a process over the same data. */
async function live(settings: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await createTestApp(settings, { extraTools: RUNNING_TOOLS, home });
  await work(app).finally(() => app.close());
}

it(
  'receipts stay good, here and for whoever wrote the public key down, when the master key is rotated',
  async () => {
    const ids: string[] = [];
    const publicKeys = new Set<string>();
    let people: { agent: Viewer; approver: Viewer };

    async function decide(app: TestApp): Promise<void> {
      const approver = clientFor(app, people.approver);
      const { id } = (await clientFor(app, people.agent).get(ASK)).executeTool.run.approval;
      await approver.get(APPROVE, { id });
      ids.push(id);
      publicKeys.add((await approver.get('{ receiptPublicKey }')).receiptPublicKey);
    }

    await live({ TOOLCRIB_MASTER_KEY: OLD }, async (app) => {
      const story = await tellStory(app);
      const agent = await story.key({ role: 'member', actsForAgent: true });
      people = { agent: agent.viewer, approver: (await story.as('approver')).viewer };
      await decide(app);
    });
    await live({ TOOLCRIB_MASTER_KEY: NEW, TOOLCRIB_MASTER_KEY_OLD: OLD }, async (app) => {
      await decide(app);
      const { rewrapDataKeys } = await clientFor(app, { kind: 'system', label: 'operator' }).get(REWRAP);
      expect(rewrapDataKeys).toEqual({ waiting: 0, unreadable: 0 });
      await decide(app);
    });
    await live({ TOOLCRIB_MASTER_KEY: NEW }, async (app) => {
      await decide(app);
      expect(publicKeys.size).toBe(1);
      const key = createPublicKey([...publicKeys][0]!);
      for (const [at, id] of ids.entries()) {
        const { hash, signature, ...told } = (await clientFor(app, people.approver).get(VERIFY, { id })).verifyReceipt;
        const isOurs = verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(signature, 'base64url'));
        expect({ ...told, isOurs }).toEqual({ seq: at + 1, valid: true, reason: null, isOurs: true });
      }
    });
  },
  LIVES_MS,
);
