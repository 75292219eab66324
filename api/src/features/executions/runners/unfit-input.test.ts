// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '#platform/http-test-server.ts';
import type { Story } from '../../../../test/story.ts';
import { type Headers, openWire, type Wire } from '../../../../test/wire.ts';

const CREATE = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const SET = 'mutation($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }';
const CALL = `mutation($input: ExecuteToolInput!) { executeTool(input: $input) {
  run { status children { id } } error { code message fields { path message } } } }`;

let wire: Wire;
let story: Story;
let upstream: Upstream;
let member: Headers;

beforeAll(async () => {
  upstream = await startUpstream((_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  wire = await openWire({ EGRESS_ALLOW: upstream.place });
  story = await wire.tellStory();
  member = await wire.key(story, 'member');
  const headers = { 'x-who': 'is {{input.who}}', 'x-town': '{{input.town}}', 'x-key': '${secret.GOOD}' };
  await setSecret('GOOD', 'canary-good');
  await author('look-up', { kind: 'http', method: 'POST', url: `${upstream.url}/p/{{input.a}}{{input.b}}/x`, headers });
  await author('hand-on', { kind: 'webhook', webhookUrl: `${upstream.url}/p/{{input.a}}/x`, headers });
});
afterAll(async () => {
  await wire.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.seen.length = 0;
});

async function author(slug: string, executionSpec: object): Promise<void> {
  const fields = ['a', 'b', 'who', 'town'].map((name) => ({ name, label: name, type: 'text' }));
  const about = { name: slug, description: 'For tests.', category: 'test', icon: 'wrench' };
  await (await story.as('admin')).get(CREATE, { input: { slug, ...about, fields, executionSpec } });
}

async function setSecret(key: string, value: string): Promise<void> {
  await (await story.as('system_admin')).get(SET, { input: { key, value, hosts: ['127.0.0.1'] } });
}

async function call(slug: string, input: object, more: object = {}) {
  const { body } = await wire.ask(CALL, member, { input: { slug, input, ...more } });
  return body.data.executeTool;
}

const FITS = { a: 'left', b: 'right', who: 'me', town: 'Oslo' };
const countEvents = () => wire.app.database.system.sessionEvent.count({ where: { tenantId: story.tenant.id } });

describe('an input that cannot be sent', () => {
  it.each<[string, object, string[]]>([
    ['an empty part of the path', { a: '' }, ['a']],
    ['a missing part of the path', { a: undefined }, ['a']],
    ['parts that are dots together', { a: '.', b: '.' }, ['a', 'b']],
    ['a line break in a header', { who: 'me\r\nx-admin: 1' }, ['who']],
    ['signs that no header can hold', { who: '日本', town: 'Oslo\u0007' }, ['who', 'town']],
    ['several at once', { b: '', town: 'a\nb' }, ['b', 'town']],
  ])('%s starts nothing, and is told by its field', async (_case, wrong, names) => {
    const before = await countEvents();
    for (const mode of ['WAIT', 'ASYNC']) {
      const { run, error } = await call('look-up', { ...FITS, ...wrong }, { mode });
      expect(run).toBeNull();
      expect(error.code).toBe('INVALID_INPUT');
      const told = error.fields.map(({ path }: { path: string[] }) => path.join('.'));
      expect(told).toEqual(names);
    }
    expect(await countEvents()).toBe(before);
    expect(upstream.seen).toEqual([]);
  });

  it('starts no webhook either, and uses up no idempotency key', async () => {
    const idempotencyKey = 'once';
    const { run, error } = await call('hand-on', { ...FITS, a: '..' }, { idempotencyKey });
    expect([run, error.code, error.fields[0].path]).toEqual([null, 'INVALID_INPUT', ['a']]);
    expect((await call('hand-on', FITS, { idempotencyKey })).run.status).toBe('SUCCESS');
    expect(upstream.seen).toHaveLength(1);
  });

  it('of a step fails the run that it is a step of, before the step begins', async () => {
    const steps = [{ id: 'one', toolSlug: 'look-up', inputMap: { a: '{{input.a}}', b: 'x', who: '{{input.who}}' } }];
    await author('in-steps', { kind: 'composition', steps });
    const { run, error } = await call('in-steps', { a: 'left', who: 'a\nb' });
    expect(run).toMatchObject({ status: 'ERROR', children: [] });
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(/^Step one: who: .*x-who/) });
    expect(upstream.seen).toEqual([]);
  });

  it('is another matter than one that only looks odd', async () => {
    expect((await call('look-up', { a: '../..', b: '.', who: 'é', town: ' ' })).run.status).toBe('SUCCESS');
    expect(upstream.seen).toMatchObject([{ url: '/p/..%2F.../x', headers: { 'x-key': 'canary-good' } }]);
  });
});

describe('a secret that cannot be sent', () => {
  it.each([
    ['a header for its line break', 'canary\nbroken', { headers: { 'X-Key': 'Bearer ${secret.BAD}' } }, /header X-Key/],
    ['a header for its letters', 'canary-日本', { headers: { 'X-Key': '${secret.BAD}' } }, /header X-Key/],
    ['the address', '..', { url: '/p/${secret.BAD}/x' }, /the address/],
  ])('into %s is named, and nobody is told that their input is wrong', async (what, value, spec, place) => {
    await setSecret('BAD', value);
    const slug = `bad-${what.length}`;
    const url = `${upstream.url}${'url' in spec ? spec.url : '/'}`;
    await author(slug, { kind: 'http', method: 'GET', ...spec, url });
    const { run, error } = await call(slug, FITS);
    expect(run.status).toBe('ERROR');
    expect(error).toMatchObject({ code: 'MISCONFIGURED', message: expect.stringMatching(place), fields: null });
    expect(error.message).toMatch(/^The secret BAD does not fit .* Somebody who manages secrets can set it again\.$/);
    expect(JSON.stringify(error)).not.toContain('canary');
    expect(upstream.seen).toEqual([]);
  });
});
