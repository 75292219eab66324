// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { promptRunner } from './prompt.runner.ts';
import { type Bench, openBench } from './runner-test-bench.ts';

const KEY = 'sk-the-key-of-the-operator';
let app: TestApp;
let service: Upstream;
let bench: Bench;

beforeAll(async () => {
  service = await startUpstream();
  app = await createTestApp({
    EGRESS_ALLOW: service.place,
    OPENAI_COMPATIBLE_URL: `${service.url}/v1/`,
    OPENAI_COMPATIBLE_KEY: KEY,
    DEFAULT_MODEL: 'compatible/small',
  });
  bench = await openBench(app);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  service.seen.length = 0;
});

const event = (res: ServerResponse, data: object) =>
  res.write(`data: ${JSON.stringify({ id: 'x', created: 1, model: 'm', ...data })}\n\n`);
const says =
  (...words: string[]): RequestListener =>
  (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of words) event(res, { choices: [{ index: 0, delta: { role: 'assistant', content } }] });
    event(res, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    event(res, { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } });
    res.end('data: [DONE]\n\n');
  };

type Call = Parameters<Bench['run']>[2];
async function ask(answer: RequestListener, spec: object = {}, more: Call = {}) {
  service.state.answer = answer;
  const prompt = { kind: 'prompt', mode: 'direct', prompt_template: 'Weather in {{city}}?', ...spec };
  return (await bench.run(promptRunner, prompt, { input: { city: 'Rome' }, ...more })).output;
}

it('asks the model of the operator and streams its answer', async () => {
  const chunks: string[] = [];
  const output = await ask(says('Sun', 'ny'), {}, { callbacks: { onOutput: (chunk) => chunks.push(chunk) } });
  expect(output).toEqual({
    text: 'Sunny',
    model: 'compatible/small',
    finishReason: 'stop',
    usage: { inputTokens: 7, outputTokens: 2, totalTokens: 9 },
  });
  expect(chunks).toEqual(['Sun', 'ny']);
  const [{ url, headers, body }] = service.seen as [Upstream['seen'][0]];
  expect([url, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`]);
  expect(JSON.parse(body)).toMatchObject({
    model: 'small',
    stream: true,
    messages: [{ role: 'user', content: 'Weather in Rome?' }],
  });
});

it('takes the model that the tool names, and fills in inputs only', async () => {
  const spec = { model: 'openai-compatible/big/one', prompt_template: '{{input.city}} {{city}} ${secret.KEY}' };
  expect(await ask(says('ok'), spec)).toMatchObject({ model: 'compatible/big/one' });
  expect(JSON.parse(service.seen[0]!.body)).toMatchObject({
    model: 'big/one',
    messages: [{ content: 'Rome Rome ${secret.KEY}' }],
  });
});

it('says what to set when there is no model', async () => {
  const failure = { code: 'NO_MODEL_CONFIGURED', message: expect.stringContaining('OPENAI_API_KEY') };
  await expect(ask(says(), {}, { host: { models: {} } })).rejects.toMatchObject(failure);
  expect(service.seen).toEqual([]);
});

it('tells why the service refused, without the key that it quotes', async () => {
  const refuse: RequestListener = (_req, res) =>
    res
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `Bad key ${KEY}` } }));
  const message = 'The model service refused with 401: Bad key [secret OPENAI_COMPATIBLE_KEY]';
  await expect(ask(refuse)).rejects.toMatchObject({ code: 'MODEL_ERROR', message });
  expect(app.logged.join('\n')).not.toContain(KEY);
});

it('is kept inside like every other request', async () => {
  const models = { compatible: { url: 'http://127.0.0.1:1/v1' } };
  await expect(ask(says(), {}, { host: { models } })).rejects.toMatchObject({ code: 'EGRESS_BLOCKED' });
});

it('stops the stream at once when it is cancelled', async () => {
  const controller = new AbortController();
  const lines: ServerResponse[] = [];
  const endless: RequestListener = (_req, res) => {
    lines.push(res);
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    event(res, { choices: [{ index: 0, delta: { role: 'assistant', content: 'first' } }] });
  };
  const onOutput = () => controller.abort(new Error('cancelled'));
  await expect(ask(endless, {}, { abortSignal: controller.signal, callbacks: { onOutput } })).rejects.toThrow(
    'cancelled',
  );
  await vi.waitFor(() => expect(lines.map((line) => line.destroyed)).toEqual([true]), { timeout: 1_000 });
});
