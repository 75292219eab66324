import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import type { Client } from '../../../../test/client.ts';
import { tellStory } from '../../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug version } } }';
const UPDATE = `mutation($input: UpdateToolInput!) { updateTool(input: $input) {
  tool { version name enabled executionSpec } } }`;
const CALL = `mutation($slug: String!) { executeTool(input: { slug: $slug, input: {} }) {
  run { status error { code message } } error { code } } }`;
const about = { description: 'For tests.', category: 'test', icon: 'wrench', fields: [] };
const blocked = {
  run: { status: 'ERROR', error: { code: 'EGRESS_BLOCKED', message: expect.stringContaining('the operator') } },
  error: { code: 'EGRESS_BLOCKED' },
};

let app: TestApp;
let admin: Client;
let canary: Upstream;
let saved = 0;

beforeAll(async () => {
  canary = await startUpstream((_req, res) => res.end('inside'));
  app = await createTestApp();
  admin = await (await tellStory(app)).as('admin');
});
afterAll(async () => {
  await app.close();
  await canary.close();
});
afterEach(() => expect(canary.state.connections).toBe(0));

async function author(executionSpec: object): Promise<string> {
  saved += 1;
  const { createTool } = await admin.get(CREATE, { input: { slug: `t${saved}`, name: 'T', ...about, executionSpec } });
  return createTool.tool.slug;
}

describe('a tool whose address leads inside', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('can be saved, and its calls to %s end as blocked', async (host) => {
    const address = `http://${host}:${canary.port}/`;
    const slugs = [
      await author({ kind: 'http', method: 'GET', url: address }),
      await author({ kind: 'webhook', webhookUrl: address }),
    ];
    for (const slug of slugs) expect((await admin.get(CALL, { slug })).executeTool).toEqual(blocked);
  });

  it('can be renamed, switched off and on again, and mended', async () => {
    const slug = await author({ kind: 'http', method: 'GET', url: canary.url });
    const url = 'https://api.example.com/';
    let version = 1;
    for (const change of [
      { name: 'Renamed' },
      { enabled: false },
      { enabled: true },
      { executionSpec: { kind: 'http', method: 'GET', url } },
    ]) {
      const { updateTool } = await admin.get(UPDATE, { input: { slug, version, ...change } });
      version = updateTool.tool.version;
      expect(updateTool.tool).toMatchObject(change);
    }
  });
});
