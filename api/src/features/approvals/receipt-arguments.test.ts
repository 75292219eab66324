import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '#platform/canonical.ts';
import { parseNodeId } from '#platform/ids.ts';
import { type ApprovalScene, openApprovalScenes } from '../../../test/approval-scene.ts';
import type { TestApp } from '../../../test/test-app.ts';

const CALL = `mutation($slug: String!, $input: JSON!) {
  executeTool(input: { slug: $slug, input: $input }) { run { approval { id } } } }`;
const DECIDE = `mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }`;
const VERIFY = 'query($id: ID!) { verifyReceipt(approvalId: $id) { valid reason content } }';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { version } } }';
const UPDATE = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { version } } }';

const GREETING = {
  slug: 'greet',
  name: 'Greet',
  description: 'Greets somebody.',
  category: 'test',
  icon: 'hand',
  fields: [{ name: 'name', label: 'Name', type: 'text', required: true }],
  executionSpec: { kind: 'static', output: { hello: 1 } },
};

let app: TestApp;
let scene: ApprovalScene;
openApprovalScenes((opened, within) => {
  [scene, app] = [opened, within];
});
beforeEach(() => scene.addRule({ match: {} }));

async function decided(slug: string, input: object, edited?: object): Promise<string> {
  const { id } = (await scene.member.get(CALL, { slug, input })).executeTool.run.approval;
  await scene.approver.get(DECIDE, { input: { id, decision: 'APPROVE', input: edited } });
  return id;
}

const update = (change: object) => scene.admin.get(UPDATE, { input: { slug: 'greet', ...change } });

const check = async (id: string) => (await scene.approver.get(VERIFY, { id })).verifyReceipt;

const change = (nodeId: string, data: { input?: object; inputDigest?: string; editedInput?: object }) =>
  app.database.system.approval.update({ where: { id: parseNodeId(nodeId)!.id }, data });

describe('a receipt', () => {
  it('attests what was asked for and what was approved instead', async () => {
    const [asked, edited] = [{ a: 1 }, { a: 2 }];
    const plain = await check(await decided('add', asked));
    expect(plain).toMatchObject({
      valid: true,
      content: { askedInputDigest: digestOf(asked), inputDigest: digestOf(asked) },
    });
    const changed = await check(await decided('add', asked, edited));
    expect(changed).toMatchObject({
      valid: true,
      content: { askedInputDigest: digestOf(asked), inputDigest: digestOf(edited) },
    });
  });

  it('names the version of the tool that was called, also when there is a later one', async () => {
    await scene.admin.get(CREATE, { input: GREETING });
    await update({ version: 1, executionSpec: { kind: 'static', output: { hello: 2 } } });
    const id = await decided('greet', { name: 'Anna' });
    await update({ version: 2, executionSpec: { kind: 'static', output: { hello: 3 } } });
    expect(await check(id)).toMatchObject({ valid: true, content: { toolSlug: 'greet', toolVersion: 2 } });
  });
});

describe('checking a receipt notices', () => {
  const ASKED = 'The arguments that were asked for were changed since.';
  const DECIDED = 'The arguments that were decided on were changed since.';

  it('that the approval tells of other arguments, also when their digest was changed with them', async () => {
    const id = await decided('add', { a: 8 });
    await change(id, { input: { a: 999_999 } });
    expect(await check(id)).toMatchObject({ valid: false, reason: ASKED });
    await change(id, { inputDigest: digestOf({ a: 999_999 }) });
    expect(await check(id)).toMatchObject({ valid: false, reason: ASKED });
  });

  it('that other arguments were asked for, or approved, of a call that was edited', async () => {
    const asked = await decided('add', { a: 8 }, { a: 9 });
    await change(asked, { input: { a: 7 } });
    expect(await check(asked)).toMatchObject({ valid: false, reason: ASKED });
    const approved = await decided('add', { a: 8 }, { a: 9 });
    await change(approved, { editedInput: { a: 10 } });
    expect(await check(approved)).toMatchObject({ valid: false, reason: DECIDED });
  });

  it('that only the digest of the arguments was changed', async () => {
    const id = await decided('add', { a: 8 });
    await change(id, { inputDigest: digestOf({ a: 9 }) });
    expect(await check(id)).toMatchObject({ valid: false, reason: ASKED });
  });
});

describe('where arguments are hidden', () => {
  const SECRET = { password: '7391', note: 'open' };
  const KEYED = expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/);

  it('nobody works them out from a receipt by trying, nor by the same call', async () => {
    const { content, valid } = await check(await decided('private', SECRET));
    expect({ valid, asked: content.askedInputDigest, approved: content.inputDigest, hash: content.event.hash }).toEqual(
      {
        valid: true,
        asked: KEYED,
        approved: KEYED,
        hash: KEYED,
      },
    );
    expect(JSON.stringify(content)).not.toContain(digestOf(SECRET));
    const again = await check(await decided('private', SECRET));
    expect(again.content.inputDigest).not.toBe(content.inputDigest);
  });

  it('a receipt still tells whether they were changed', async () => {
    const id = await decided('private', SECRET, { ...SECRET, note: 'edited' });
    expect(await check(id)).toMatchObject({ valid: true, reason: null });
    await change(id, { editedInput: { password: '7392', note: 'edited' } });
    expect(await check(id)).toMatchObject({ valid: false, reason: expect.stringContaining('decided on') });
  });

  it('a receipt from before they were hidden stays good', async () => {
    await scene.admin.get(CREATE, { input: GREETING });
    const id = await decided('greet', { name: 'Anna' });
    const { content } = await check(id);
    expect(content.inputDigest).toBe(digestOf({ name: 'Anna' }));
    await update({ version: 1, sensitiveFields: ['name'] });
    expect(await check(id)).toEqual({ valid: true, reason: null, content });
    expect((await check(await decided('greet', { name: 'Anna' }))).content.inputDigest).toEqual(KEYED);
  });
});
