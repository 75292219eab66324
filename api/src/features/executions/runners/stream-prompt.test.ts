import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { streamPrompt } from './stream-prompt.ts';

type Stream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer Each> ? Each : never;

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const said = (...deltas: string[]): Part[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  ...deltas.map((delta): Part => ({ type: 'text-delta', id: '1', delta })),
];
const ended: Part[] = [
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
];
const modelOf = (chunks: Part[], chunkDelayInMs?: number) =>
  new MockLanguageModelV4({
    doStream: async () => ({ stream: simulateReadableStream({ chunks, chunkDelayInMs }) }),
  });
const signal = new AbortController().signal;

it('tells the answer piece by piece and as a whole, with what it used', async () => {
  const chunks: string[] = [];
  const model = modelOf([...said('Hel', 'lo'), ...ended]);
  const answer = await streamPrompt(model, 'greet', { signal, onOutput: (chunk) => chunks.push(chunk) });
  expect(chunks).toEqual(['Hel', 'lo']);
  expect(answer).toEqual({
    text: 'Hello',
    finishReason: 'stop',
    usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 },
  });
  expect(model.doStreamCalls[0]!.prompt).toMatchObject([{ role: 'user', content: [{ type: 'text', text: 'greet' }] }]);
});

it('fails when the model breaks off', async () => {
  const model = modelOf([...said('Hel'), { type: 'error', error: new Error('out of paper') }]);
  const failure = { code: 'MODEL_ERROR', message: 'The model failed: out of paper' };
  await expect(streamPrompt(model, 'greet', { signal })).rejects.toMatchObject(failure);
});

it('ends with the reason of whoever stops it', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const model = modelOf([...said(...Array.from({ length: 100 }, () => 'a')), ...ended], 20);
  const onOutput = () => controller.abort(reason);
  await expect(streamPrompt(model, 'go', { signal: controller.signal, onOutput })).rejects.toBe(reason);
});
