// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApprovalScene, openApprovalScene } from '../../../test/approval-scene.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const EXECUTE = `mutation($input: JSON!) { executeTool(input: { slug: "mine", input: $input }) {
  run { approval { preview } } } }`;

let app: TestApp;
let scene: ApprovalScene;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  scene = await openApprovalScene(app);
});

const field = (name: string) => ({ name, label: name, type: 'text' });

async function previewOf(executionSpec: object, input: object, more: object = {}) {
  const about = { name: 'Mine', description: 'For tests.', category: 'test', icon: 'wrench' };
  const fields = ['city', 'pin'].map(field);
  await scene.admin.get(CREATE, { input: { slug: 'mine', ...about, fields, executionSpec, ...more } });
  await scene.addRule({ match: { tools: ['mine'] } });
  return (await scene.member.get(EXECUTE, { input })).executeTool.run.approval.preview;
}

it('whoever decides about a request is shown where it goes and what it says, without what is secret', async () => {
  const spec = {
    kind: 'http',
    method: 'POST',
    url: 'https://api.example.test/towns/{{input.city}}?key=${secret.KEY}',
    headers: { Authorization: 'Bearer ${secret.KEY}' },
    body: { city: '{{input.city}}', pin: '{{input.pin}}', token: '${secret.KEY}' },
  };
  const secret = { key: 'KEY', value: 'canary', hosts: ['api.example.test'] };
  await scene.admin.get('mutation($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }', {
    input: secret,
  });
  const preview = await previewOf(spec, { city: 'Bergen', pin: 'canary' }, { sensitiveFields: ['pin'] });
  expect(preview).toEqual({
    sends: 'POST https://api.example.test/towns/Bergen?key=••••',
    body: { city: 'Bergen', pin: '••••', token: '••••' },
  });
});

it.each([
  [
    'a webhook',
    { kind: 'webhook', webhookUrl: 'https://hooks.example.test/in' },
    { sends: 'POST https://hooks.example.test/in', body: { input: { city: 'Oslo' } } },
  ],
  ['an answer that was written down', { kind: 'static', output: { sky: 'rain' } }, { answers: { sky: 'rain' } }],
  [
    'an expression',
    { kind: 'compute', operation: 'evaluate', expression: 'concat("To ", input.city)' },
    { answers: 'To Oslo' },
  ],
  [
    'an expression that lacks a value',
    { kind: 'compute', operation: 'evaluate', expression: '{{input.pin}} + 1' },
    { error: expect.stringMatching(/^There is no preview: /) },
  ],
])('a call of %s tells what it would do', async (_what, spec, told) => {
  expect(await previewOf(spec, { city: 'Oslo' })).toEqual(told);
});
