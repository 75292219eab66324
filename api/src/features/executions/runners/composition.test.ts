import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Client } from '../../../../test/client.ts';
import { RUNNING_TOOLS, worked } from '../../../../test/running-tools.ts';
import { type Story, tellStory } from '../../../../test/story.ts';
import { createWorkingApp, type TestApp } from '../../../../test/test-app.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug enabled } } }';
const EXECUTE = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { id status output error { code message } errorCode children { stepId toolSlug status input output subSource } } } }`;

let app: TestApp;
let story: Story;
let admin: Client;
let member: Client;
beforeAll(async () => {
  app = await createWorkingApp({}, { extraTools: RUNNING_TOOLS });
  story = await tellStory(app);
  [admin, member] = await Promise.all([story.as('admin'), story.as('member')]);
});
afterAll(() => app.close());

const number = (name: string) => ({ name, label: name, type: 'number', required: true });
async function author(slug: string, fields: object[], executionSpec: object): Promise<void> {
  await admin.get(CREATE, {
    input: { slug, name: slug, description: 'Use it.', category: 'test', icon: 'wrench', fields, executionSpec },
  });
}
const execute = async (slug: string, input: object, more: object = {}) =>
  (await member.get(EXECUTE, { input: { slug, input, ...more } })).executeTool.run;

describe('a composition', () => {
  it('hands what one step gives to the next, and answers with what it was told to', async () => {
    await author('add-twice', [number('a')], {
      kind: 'composition',
      steps: [
        { id: 'first', toolSlug: 'add', inputMap: { a: '{{input.a}}', b: 10 } },
        { id: 'second', toolSlug: 'add', inputMap: { a: '{{steps.first.output.sum}}', b: '{{input.a}}' } },
      ],
      output: { total: '{{steps.second.output.sum}}', text: 'from {{input.a}}' },
    });
    const run = await execute('add-twice', { a: 1 });
    expect(run).toMatchObject({ status: 'SUCCESS', output: { total: 12, text: 'from 1' } });
    expect(run.children).toEqual([
      {
        stepId: 'first',
        toolSlug: 'add',
        status: 'SUCCESS',
        input: { a: 1, b: 10 },
        output: { sum: 11 },
        subSource: 'composition',
      },
      {
        stepId: 'second',
        toolSlug: 'add',
        status: 'SUCCESS',
        input: { a: 11, b: 1 },
        output: { sum: 12 },
        subSource: 'composition',
      },
    ]);
  });

  it('is named as the parent in the events of its steps', async () => {
    await author('add-once', [number('a')], {
      kind: 'composition',
      steps: [{ id: 'only', toolSlug: 'add', inputMap: { a: '{{input.a}}', b: 1 } }],
    });
    const { id } = await execute('add-once', { a: 1 });
    const { toolRun } = await member.get(
      'query($id: ID!) { toolRun(id: $id) { events { parentRunId } children { events { parentRunId } } } }',
      { id },
    );
    expect(toolRun.events[0]).toEqual({ parentRunId: null });
    expect(toolRun.children[0].events[0]).toEqual({ parentRunId: id });
  });

  it('ends with the first step that fails, and says which', async () => {
    const word = newId();
    await author('fails-early', [], {
      kind: 'composition',
      steps: [
        { id: 'broken', toolSlug: 'fail', inputMap: { how: 'code' } },
        { id: 'never', toolSlug: 'count', inputMap: { word } },
      ],
    });
    const run = await execute('fails-early', {});
    expect(run).toMatchObject({
      status: 'ERROR',
      error: { code: 'OUT_OF_PAPER', message: 'Step broken: Put in paper.' },
      errorCode: 'OUT_OF_PAPER',
    });
    const codes = 'query($id: ID!) { toolRun(id: $id) { errorCode children { errorCode } } }';
    const { toolRun } = await member.get(codes, { id: run.id });
    expect(toolRun).toEqual({ errorCode: 'OUT_OF_PAPER', children: [{ errorCode: 'OUT_OF_PAPER' }] });
    expect(worked.get(word)).toBeUndefined();
  });

  it('names the step and the field when a step does not take what it gets', async () => {
    await author('wrong-type', [{ name: 'text', label: 'Text', type: 'text', required: true }], {
      kind: 'composition',
      steps: [{ id: 'sum', toolSlug: 'add', inputMap: { a: '{{input.text}}' } }],
    });
    const { error } = await execute('wrong-type', { text: 'x' });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^Step sum: a: /) });
  });

  it('asks for its steps as for the caller itself', async () => {
    await author('needs-right', [], {
      kind: 'composition',
      steps: [{ id: 'danger', toolSlug: 'danger', inputMap: { what: 'x' } }],
    });
    const agent = await story.key({ role: 'member', actsForAgent: true });
    const { executeTool } = await agent.get(EXECUTE, { input: { slug: 'needs-right', input: {} } });
    expect(executeTool.run).toMatchObject({ status: 'WAITING', children: [{ toolSlug: 'danger', status: 'WAITING' }] });
    expect((await execute('needs-right', {})).status).toBe('SUCCESS');
  });

  it('takes its steps with it when it is cancelled', async () => {
    await author('slow-steps', [], {
      kind: 'composition',
      steps: [{ id: 'nap', toolSlug: 'sleep', inputMap: { ms: 900 } }],
    });
    const { id } = await execute('slow-steps', {}, { mode: 'ASYNC' });
    const states = async () =>
      await app.database.system.runHead.findMany({
        where: { tenantId: story.tenant.id, toolSlug: { in: ['slow-steps', 'sleep'] } },
      });
    for (let tries = 0; (await states()).length < 2 && tries < 200; tries += 1) await sleep(20);
    await member.get('mutation($id: ID!) { cancelToolRun(input: { id: $id }) { outcome } }', { id });
    for (let tries = 0; (await states()).some(({ state }) => state !== 'ended') && tries < 100; tries += 1)
      await sleep(20);
    expect((await states()).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
  });
});
