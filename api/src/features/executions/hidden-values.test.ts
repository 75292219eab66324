import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Story } from '../../../test/story.ts';
import { type Headers, openWire, type Wire } from '../../../test/wire.ts';

const PIN = 'canary/7 "7"';
const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const EXECUTE = `mutation($slug: String!, $input: JSON!) { executeTool(input: { slug: $slug, input: $input }) {
  run { id sessionId status input output streamed } error { code message fields { path message } } } }`;
const PARTS = 'input output streamed error { code message }';
const HISTORY = `query($id: ID!) { toolRun(id: $id) { ${PARTS} events { type payload }
  children { ${PARTS} children { ${PARTS} } } approval { input preview } } }`;

/** Writes its answer bit by bit, with a pause within each value. */
const writer = defineTool({
  slug: 'write-slowly',
  name: 'Write slowly',
  description: 'For tests.',
  category: 'test',
  icon: 'pencil',
  origin: 'custom',
  input: z.object({ pin: z.string(), note: z.string() }),
  output: z.object({ length: z.number() }),
  sensitiveFields: ['pin'],
  async execute({ pin, note }, { callbacks }) {
    for (const bit of [`${note} `.repeat(200), pin.slice(0, 5), `${pin.slice(5)} then `, `${note} `.repeat(200)]) {
      callbacks.onOutput?.(bit);
      await sleep(150);
    }
    return { length: pin.length };
  },
}) as unknown as ToolDefinition;

let wire: Wire;
let story: Story;
let upstream: Upstream;
let member: Headers;
let viewer: Headers;

beforeAll(async () => {
  upstream = await startUpstream();
  wire = await openWire({ EGRESS_ALLOW: upstream.place }, { extraTools: [writer] });
  await wire.app.queue.start();
  story = await wire.tellStory();
  [member, viewer] = await Promise.all([wire.key(story, 'member'), wire.key(story, 'viewer')]);
});
afterAll(async () => {
  await wire.close();
  await upstream.close();
});

const field = (name: string, type = 'text') => ({ name, label: name, type });

async function author(slug: string, names: string[], executionSpec: object, more: object = {}): Promise<void> {
  const about = { name: slug, description: 'For tests.', category: 'test', icon: 'wrench' };
  const fields = names.map((name) => field(name));
  const admin = await story.as('admin');
  await admin.get(CREATE, { input: { slug, ...about, fields, executionSpec, ...more } });
}

const sending = (body: object) => ({ kind: 'http', method: 'POST', url: `${upstream.url}/`, body });

/** An upstream that says these words about what it was sent. */
const say = (status: number, words: (sent: Record<string, string>) => unknown) => {
  upstream.state.answer = (_req, res) => {
    const sent = JSON.parse(upstream.seen.at(-1)!.body);
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(words(sent)));
  };
};

async function call(slug: string, input: object, caller = member) {
  const { body } = await wire.ask(EXECUTE, caller, { slug, input });
  return body.data.executeTool;
}

/** All that somebody else can read about a run: itself, its steps, their events, and the live stream. */
async function lookBack(id: string, count: number) {
  const { body } = await wire.ask(HISTORY, viewer, { id });
  expect(body.errors).toBeUndefined();
  const stream = await wire.follow(`subscription { toolEvents(last: ${count}) { type payload } }`, viewer);
  await expect.poll(() => stream.events.length).toBe(count);
  stream.stop();
  const text = JSON.stringify([body, stream.events]);
  return { run: body.data.toolRun, text };
}

it('what an upstream repeats of a hidden input is hidden too, in whatever spelling, and not from the caller', async () => {
  await author('ask', ['pin', 'note'], sending({ key: '{{input.pin}}', note: '{{input.note}}' }), {
    sensitiveFields: ['pin'],
  });
  say(200, ({ key, note }) => ({ url: `/x?p=${encodeURIComponent(key!)}`, hex: hexOf(key!), [key!]: 1, note }));
  const { run } = await call('ask', { pin: PIN, note: 'open' });
  expect(run.output).toEqual({ url: `/x?p=${encodeURIComponent(PIN)}`, hex: hexOf(PIN), [PIN]: 1, note: 'open' });
  const seen = await lookBack(run.id, 2);
  expect(seen.run.output).toEqual({ url: '/x?p=••••', hex: '••••', '••••': 1, note: 'open' });
  expect(seen.run.input).toEqual({ pin: '••••', note: 'open' });
  expect(seen.text).not.toMatch(/canary|63616e617279/);
});

const hexOf = (text: string) => Buffer.from(text).toString('hex');

it('an error does not tell it, and keeps its code', async () => {
  say(500, ({ key, note }) => ({ message: `key ${key} is wrong, ${note}` }));
  const { run, error } = await call('ask', { pin: 'canary-77', note: 'open' });
  expect(error.message).toContain('key canary-77 is wrong, open');
  const seen = await lookBack(run.id, 2);
  expect(seen.run.error).toEqual({ code: 'HTTP_ERROR', message: expect.stringContaining('key •••• is wrong, open') });
  expect(seen.text).not.toContain('canary');
});

it('an error that quotes only the beginning of an answer cuts no hidden value in two', async () => {
  const pin = 'canary  with\nwide gaps';
  upstream.state.answer = (_req, res) =>
    res.writeHead(500, { 'content-type': 'text/plain' }).end(`${'x'.repeat(290)}${pin}`);
  const { run } = await call('ask', { pin, note: 'open' });
  const cut = await lookBack(run.id, 2);
  expect(cut.run.error.message).toMatch(/x{290}…$/);
  upstream.state.answer = (_req, res) => res.writeHead(500, { 'content-type': 'text/plain' }).end(`It is ${pin}.`);
  const { run: other } = await call('ask', { pin, note: 'open' });
  const whole = await lookBack(other.id, 2);
  expect(whole.run.error.message).toMatch(/: It is ••••\.$/);
  expect(cut.text + whole.text).not.toMatch(/canary|wide/);
});

it('a hidden input of a few signs blanks nothing else out', async () => {
  say(200, ({ key }) => ({ key, all: `${key}es and 1 more` }));
  const { run } = await call('ask', { pin: 'y', note: 'open' });
  expect((await lookBack(run.id, 2)).run.output).toEqual({ key: 'y', all: 'yes and 1 more' });
});

it('what a tool writes bit by bit does not tell it, wherever the bits end', async () => {
  const { run } = await call('write-slowly', { pin: PIN, note: 'open' });
  expect(run.streamed).toContain(PIN);
  const seen = await lookBack(run.id, 3);
  expect(seen.run.streamed).toBe(run.streamed.replace(PIN, '••••'));
  expect(
    seen.run.events.filter(({ type }: { type: string }) => type === 'tool.output_appended').length,
  ).toBeGreaterThan(1);
  expect(JSON.stringify(seen.run)).not.toMatch(/canary|cana|ry\/7/);
});

it('steps hide what they are given of it, however deep, and what they make of it', async () => {
  await author('answer', ['word', 'note'], sending({ word: '{{input.word}}', note: '{{input.note}}' }));
  await author('inner', ['q', 'note'], {
    kind: 'composition',
    steps: [
      { id: 'first', toolSlug: 'answer', inputMap: { word: 'key={{input.q}}', note: '{{input.note}}' } },
      { id: 'second', toolSlug: 'answer', inputMap: { word: '{{steps.first.output.bare}}', note: 'second' } },
    ],
    output: { said: '{{steps.second.output.bare}}', note: '{{input.note}}' },
  });
  await author(
    'outer',
    ['pin', 'note'],
    {
      kind: 'composition',
      steps: [{ id: 'only', toolSlug: 'inner', inputMap: { q: 'Bearer {{input.pin}}', note: '{{input.note}}' } }],
    },
    { sensitiveFields: ['pin'] },
  );
  say(200, ({ word, note }) => ({ bare: word!.replace('key=Bearer ', ''), note }));
  const { run } = await call('outer', { pin: 'canary-77', note: 'open' });
  expect(run.output).toEqual({ said: 'canary-77', note: 'open' });
  const seen = await lookBack(run.id, 8);
  expect(seen.text).not.toContain('canary');
  expect(seen.run.output).toEqual({ said: '••••', note: 'open' });
  const [inner] = seen.run.children;
  expect(inner.input).toEqual({ q: '••••', note: 'open' });
  expect(inner.children).toMatchObject([
    { input: { word: '••••', note: 'open' }, output: { bare: '••••', note: 'open' } },
    { input: { word: '••••', note: 'second' }, output: { bare: '••••', note: 'second' } },
  ]);
});

it('what a step gives and calls sensitive is hidden in the runs that it is a step of, and in the steps after it', async () => {
  await author('log-in', ['who'], sending({ who: '{{input.who}}' }), {
    outputSchema: { type: 'object', properties: { token: { type: 'string' }, who: { type: 'string' } } },
    sensitiveFields: ['token'],
  });
  const first = { id: 'first', toolSlug: 'log-in', inputMap: { who: '{{input.note}}' } };
  await author('passing-on', ['note'], { kind: 'composition', steps: [first] });
  await author('using', ['note'], {
    kind: 'composition',
    steps: [
      { ...first, toolSlug: 'passing-on', inputMap: { note: '{{input.note}}' } },
      { id: 'second', toolSlug: 'answer', inputMap: { word: 'by {{steps.first.output.token}}', note: 'open' } },
    ],
    output: { link: '/?t={{steps.first.output.token}}', who: '{{steps.first.output.who}}' },
  });
  say(200, ({ who, word }) => (word ? { got: 'it' } : { token: 'canary-token', who }));
  const { run } = await call('using', { note: 'me' });
  expect(run.output).toEqual({ link: '/?t=canary-token', who: 'me' });
  const seen = await lookBack(run.id, 8);
  expect(seen.run.output).toEqual({ link: '••••', who: 'me' });
  expect(seen.run.children).toMatchObject([
    { output: { token: '••••', who: 'me' }, children: [{ output: { token: '••••', who: 'me' } }] },
    { input: { word: '••••', note: 'open' }, output: { got: 'it' } },
  ]);
  expect(seen.text).not.toContain('canary');

  say(200, ({ who }) => ({ token: 'canary-token', who }));
  const answer = upstream.state.answer;
  upstream.state.answer = (req, res) => {
    if (upstream.seen.at(-1)!.body.includes('"who"')) return answer(req, res);
    res.writeHead(400).end(`no entry ${JSON.parse(upstream.seen.at(-1)!.body).word}`);
  };
  const { run: failed, error } = await call('using', { note: 'me' });
  expect(error).toMatchObject({ code: 'HTTP_ERROR', message: expect.stringMatching(/^Step second: .*no entry ••••$/) });
  expect((await lookBack(failed.id, 8)).text).not.toContain('canary');
});

it('a step that waits shows whoever decides neither the input nor the preview of it', async () => {
  await author('asking', ['word', 'note'], sending({ said: '{{input.word}}', note: '{{input.note}}' }), {
    permissionPolicy: 'ALWAYS_ASK',
  });
  const steps = [{ id: 'a', toolSlug: 'asking', inputMap: { word: '<{{input.pin}}>', note: '{{input.note}}' } }];
  await author('outer-asking', ['pin', 'note'], { kind: 'composition', steps }, { sensitiveFields: ['pin'] });
  const { secret } = await story.key({ role: 'member', actsForAgent: true });
  const { run } = await call('outer-asking', { pin: 'canary-77', note: 'open' }, { authorization: `Bearer ${secret}` });
  expect(run.status).toBe('WAITING');
  const { approval } = (await lookBack(run.id, 3)).run;
  expect(approval.input).toEqual({ word: '••••', note: 'open' });
  expect(approval.preview).toMatchObject({ body: { said: '••••', note: 'open' } });
});
