import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const RULE = 'mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) { rule { id } } }';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { version } } }';
const UPDATE = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { version } } }';
const DELETE = 'mutation($input: DeleteToolInput!) { deleteTool(input: $input) { slug } }';
const amount = { name: 'amount', label: 'Amount', type: 'number', required: true };
const buyer = {
  name: 'buyer',
  label: 'Buyer',
  type: 'object',
  fields: [{ name: 'city', label: 'City', type: 'text' }],
};
const note = { name: 'note', label: 'Note', type: 'text' };

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await (await tellStory(app)).as('admin');
  await admin.get(CREATE, {
    input: {
      slug: 'pay',
      name: 'Pay',
      description: 'Pays an invoice.',
      category: 'money',
      icon: 'coins',
      fields: [amount, buyer, note],
      executionSpec: { kind: 'static', output: 1 },
    },
  });
});

const addRule = (name: string, match: object, condition: string | null, more: object = {}) =>
  admin.get(RULE, { rule: { name, verdict: 'ask', match, condition, ...more } });
const impactOf = async (document: string, input: object) => {
  const { errors } = await admin.run(document, { input: { slug: 'pay', ...input } });
  return errors ? (errors[0]?.extensions?.impact ?? errors[0]?.message) : 'saved';
};
const change = (fields: object[]) => impactOf(UPDATE, { version: 1, fields });

it('names the rules whose conditions read what goes away, whatever they say it with', async () => {
  await addRule('Large sums', { tools: ['pay'] }, 'input.amount > 1000');
  await addRule('Rome', {}, '"{{input.buyer.city}}" == "Rome"');
  await addRule('Money', { categories: ['money'], origins: ['TENANT'] }, 'input.amount > 5 and input.note == "x"');
  const reads = (subject: string, lost: string) => ({
    kind: 'approvalRule',
    subject,
    message: `Its condition reads what changes: ${lost}.`,
  });
  expect(await change([buyer, note])).toEqual([
    reads('Large sums', 'the input amount is gone'),
    reads('Money', 'the input amount is gone'),
  ]);
  expect(
    await change([
      { ...amount, type: 'text' },
      { ...buyer, fields: [note] },
    ]),
  ).toEqual([
    reads('Large sums', 'the input amount is now text, not number'),
    reads('Rome', 'the input buyer.city is gone'),
    reads('Money', 'the input amount is now text, not number, the input note is gone'),
  ]);
  expect(
    await admin.get(UPDATE, { input: { slug: 'pay', version: 1, fields: [note], acknowledgeImpact: true } }),
  ).toEqual({ updateTool: { tool: { version: 2 } } });
});

it('leaves alone rules about other tools, without a condition, switched off or over', async () => {
  const condition = 'input.amount > 1000';
  await addRule('Other tool', { tools: ['roi-calculator'] }, condition);
  await addRule('Other shelf', { categories: ['weather'] }, condition);
  await addRule('Built in', { origins: ['SYSTEM'] }, condition);
  await addRule('Always', { tools: ['pay'] }, null);
  await addRule('Off', { tools: ['pay'] }, condition, { enabled: false });
  await addRule('Over', { tools: ['pay'] }, condition);
  await app.database.system.approvalRule.updateMany({ where: { name: 'Over' }, data: { endsAt: new Date(0) } });
  await addRule('Other input', { tools: ['pay'] }, 'input.note == "x"');
  expect(await change([buyer, note])).toBe('saved');
});

it('names the rules about a tool that is deleted, and no others', async () => {
  await addRule('About it', { tools: ['pay', 'roi-calculator'] }, null);
  await addRule('About all', {}, 'input.amount > 1');
  expect(await impactOf(DELETE, {})).toEqual([
    { kind: 'approvalRule', subject: 'About it', message: 'It is about this tool.' },
  ]);
});

it('knows nothing of the rules of other tenants', async () => {
  const stranger = await (await tellStory(app)).as('admin');
  await stranger.get(RULE, {
    rule: { name: 'Theirs', verdict: 'ask', match: {}, condition: 'input.amount > 1' },
  });
  expect(await change([buyer, note])).toBe('saved');
});
