import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recallViewer } from '#access/recall-viewer.ts';
import { type Client, clientFor } from '../test/client.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { seedDemo } from './demo.ts';

const INBOX = `{ myInbox { edges { node { title approval { toolSlug input preview requestedBy waitingFor mayDecide
  denyOptions { label } } } } } }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seedDemo(app);
});
afterAll(() => app.close());

async function as(email: string): Promise<Client> {
  const { system } = app.database;
  const { tenantId, userId } = await system.membership.findFirstOrThrow({
    where: { user: { email }, tenant: { slug: 'demo' } },
  });
  return clientFor(app, (await recallViewer({ system, clock: app.clock }, tenantId, { kind: 'user', id: userId }))!);
}

it.each(['owner@demo.test', 'approver@demo.test'])('%s finds one call waiting that they may decide', async (email) => {
  const { myInbox } = await (await as(email)).get(INBOX);
  expect(myInbox.edges).toMatchObject([
    {
      node: {
        title: 'Approve Pay invoice',
        approval: {
          toolSlug: 'pay-invoice',
          input: { amount: 1840 },
          preview: { answers: '1840 euros paid to Northwind Paper for invoice INV-2107' },
          requestedBy: 'member@demo.test',
          waitingFor: expect.arrayContaining(['you']),
          mayDecide: true,
          denyOptions: [{ label: 'Wrong amount' }, { label: 'Unknown payee' }],
        },
      },
    },
  ]);
});

it('whoever asked for it sees that it waits and cannot decide; they have a manager', async () => {
  const member = await as('member@demo.test');
  const { approvals } = await member.get('{ approvals { edges { node { mayDecide mayAnswer } } } }');
  expect(approvals.edges).toEqual([{ node: { mayDecide: false, mayAnswer: true } }]);
  const owner = await as('owner@demo.test');
  const { members } = await owner.get('{ members { edges { node { user { email } manager { user { name } } } } } }');
  expect(members.edges).toContainEqual({
    node: { user: { email: 'member@demo.test' }, manager: { user: { name: 'Olive Owner' } } },
  });
});

it('a start that ended in the middle is taken up, and nothing is told twice', async () => {
  const { system } = app.database;
  await system.$executeRaw`DELETE FROM audit_entries WHERE action = 'demo.seeded'`;
  await seedDemo(app);
  const count = async () => [
    await system.approval.count(),
    await system.approvalRule.count(),
    await system.tool.count(),
  ];
  expect(await count()).toEqual([1, 1, 1]);
  expect(existsSync(path.join(app.dataDir, 'owner.key'))).toBe(true);
});
