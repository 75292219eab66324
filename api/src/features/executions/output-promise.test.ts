import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { Client } from '../../../test/client.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { requirePromised } from './output-promise.ts';
import { promptRunner } from './runners/prompt.runner.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug version } } }';
const UPDATE = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { enabled version } } }';
const CALL = `mutation($slug: String!) { executeTool(input: { slug: $slug, input: {} }) {
  run { status output error { code message } } } }`;
const PROMISE = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'number' }, rows: { type: 'array', items: { type: 'object', required: ['id'] } } },
};
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

let app: TestApp;
let upstream: Upstream;
let owner: Client;
beforeAll(async () => {
  upstream = await startUpstream();
  app = await createTestApp({ EGRESS_ALLOW: upstream.place });
  owner = await (await tellStory(app)).as('system_admin');
  const http = { kind: 'http', url: upstream.url, method: 'GET' };
  const steps = [{ id: 'first', toolSlug: 'asks', inputMap: {} }];
  await create('promises', http, PROMISE);
  await create('asks', http);
  await create('chain', { kind: 'composition', steps, output: { a: '{{steps.first.output.n}}' } }, PROMISE);
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

const draftOf = (slug: string, executionSpec: object, outputSchema?: object) => ({
  ...{ slug, name: slug, description: 'For tests.', category: 'test', icon: 'wrench', fields: [] },
  executionSpec,
  outputSchema,
});
const create = (slug: string, executionSpec: object, outputSchema?: object) =>
  owner.get(CREATE, { input: draftOf(slug, executionSpec, outputSchema) });

const json =
  (value: unknown): RequestListener =>
  (_req, res) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

async function call(slug: string, answer: RequestListener) {
  upstream.state.answer = answer;
  return (await owner.get(CALL, { slug })).executeTool.run;
}

describe('what an author promises of an output', () => {
  it.each<[string, string, object, string]>([
    ['lacks what is promised', 'promises', { b: 1 }, 'This must have a.'],
    ['has another type', 'promises', { a: 'x' }, 'a: This must be a number.'],
    ['is wrong deep within', 'promises', { a: 1, rows: [{ id: 1 }, {}] }, 'rows.1: This must have id.'],
    ['is made of steps', 'chain', { n: 'x' }, 'a: This must be a number.'],
  ])('is kept: an output that %s fails the run and says where', async (_case, slug, answer, where) => {
    expect(await call(slug, json(answer))).toEqual({
      status: 'ERROR',
      output: null,
      error: { code: 'INVALID_OUTPUT', message: `The tool answered something else than it promises: ${where}` },
    });
  });

  it('lets everything pass that fits, with all that it has beside', async () => {
    const answer = { a: 1, rows: [{ id: 1, b: 2 }], c: null };
    expect(await call('promises', json(answer))).toMatchObject({ status: 'SUCCESS', output: answer });
    expect(await call('chain', json({ n: 5 }))).toMatchObject({ status: 'SUCCESS', output: { a: 5 } });
    expect(await call('asks', json(['anything']))).toMatchObject({ status: 'SUCCESS', output: ['anything'] });
  });

  it('is not asked of a failure, which keeps its words', async () => {
    const run = await call('promises', json({ success: false, error: { code: 'E_7', message: 'Out of stock.' } }));
    expect(run).toMatchObject({ status: 'ERROR', error: { code: 'TOOL_FAILED', message: 'Out of stock.' } });
  });

  it('is not asked of a file, nor of what a model says, which have a shape of ours', async () => {
    const picture: RequestListener = (_req, res) => res.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
    expect(await call('promises', picture)).toMatchObject({
      status: 'SUCCESS',
      output: { file: { mediaType: 'image/png' } },
    });
    expect(await call('promises', json({ file: { fileId: 'mine' } }))).toMatchObject({
      error: { code: 'INVALID_OUTPUT' },
    });
    const said = { text: 'Hello', finishReason: 'stop', usage: {} };
    expect(requirePromised({ outputSchema: PROMISE } as unknown as ResolvedTool, said, promptRunner)).toBe(said);
  });
});

describe('a written answer', () => {
  const refusalOf = async (document: string, input: object) =>
    (await owner.run(document, { input })).errors?.[0]?.extensions;

  it('is held against its promise when it is saved', async () => {
    const draft = draftOf('written', { kind: 'static', output: { b: 1 } }, PROMISE);
    const message = 'This is not what the output schema promises: This must have a. Change one of the two.';
    const refusal = { code: 'BAD_USER_INPUT', fields: [{ path: ['executionSpec', 'output'], message }] };
    expect(await refusalOf(CREATE, draft)).toMatchObject(refusal);
    const { createTool } = await owner.get(CREATE, { input: { ...draft, outputSchema: null } });
    expect(await refusalOf(UPDATE, { ...createTool.tool, outputSchema: PROMISE })).toMatchObject(refusal);
    const change = { ...createTool.tool, outputSchema: PROMISE, executionSpec: { kind: 'static', output: { a: 1 } } };
    expect((await owner.get(UPDATE, { input: change })).updateTool.tool.version).toBe(2);
  });

  it('that was saved before there was a promise to keep can still be switched off', async () => {
    const slug = 'older';
    await create(slug, { kind: 'static', output: { b: 1 } });
    await app.database.system.tool.updateMany({ where: { slug }, data: { outputSchema: PROMISE } });
    const { updateTool } = await owner.get(UPDATE, { input: { slug, version: 1, enabled: false } });
    expect(updateTool.tool).toEqual({ enabled: false, version: 2 });
  });
});
