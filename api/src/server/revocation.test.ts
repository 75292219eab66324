import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import type { Story } from '../../test/story.ts';
import { type Events, type Headers, openWire, type Wire } from '../../test/wire.ts';

const PROMISED_MS = 5_000;
const FORBIDDEN = 4403;
const RESTART = 1012;

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

type Scene = {
  story: Story;
  owner: Headers;
  /** Whoever is about to lose something. */
  caller: Headers;
  membershipId: string;
  keyId: string;
};

/** A tenant with an owner and, beside them, a person or a key with the right to hear everything. */
async function openScene(kind: 'key' | 'person'): Promise<Scene> {
  const story = await wire.tellStory();
  const owner = await wire.person(story, 'system_admin');
  const admin = await story.as('admin');
  const person = await wire.person(story, 'admin');
  const made = await wire.ask(
    'mutation { createApiKey(input: { name: "Theirs", role: "admin" }) { secret apiKey { id } } }',
    person,
  );
  const { secret, apiKey } = made.body.data.createApiKey;
  const caller: Headers = kind === 'key' ? { authorization: `Bearer ${secret}` } : person;
  return { story, owner, caller, keyId: apiKey.id, membershipId: toNodeId('Membership', admin.viewer.membershipId!) };
}

const asParams = (headers: Headers) => ({ authorization: headers.authorization, tenant: headers['x-toolcrib-tenant'] });
const asOwner = async ({ owner }: Scene, mutation: string) => {
  const { body } = await wire.ask(`mutation { ${mutation} }`, owner);
  expect(body.errors).toBeUndefined();
};
const makeNoise = (scene: Scene) => asOwner(scene, 'updateTenant(input: { name: "Noise" }) { tenant { id } }');
const within = <Result>(work: Promise<Result>): Promise<Result | 'too late'> =>
  Promise.race([
    work,
    new Promise<'too late'>((resolve) => setTimeout(() => resolve('too late'), PROMISED_MS).unref()),
  ]);

type Loss = [name: string, kind: 'key' | 'person', code: number, lose: (scene: Scene) => Promise<void>];
const LOSSES: Loss[] = [
  [
    'the key is revoked',
    'key',
    FORBIDDEN,
    (scene) => asOwner(scene, `revokeApiKey(input: { id: "${scene.keyId}" }) { apiKey { id } }`),
  ],
  [
    'the maker of the key is removed',
    'key',
    FORBIDDEN,
    (scene) => asOwner(scene, `removeMember(input: { id: "${scene.membershipId}" }) { id }`),
  ],
  [
    'the maker of the key gets a smaller role',
    'key',
    RESTART,
    (scene) => asOwner(scene, `updateMember(input: { id: "${scene.membershipId}", role: "member" }) { member { id } }`),
  ],
  [
    'the person is removed',
    'person',
    FORBIDDEN,
    (scene) => asOwner(scene, `removeMember(input: { id: "${scene.membershipId}" }) { id }`),
  ],
  [
    'the person gets another role',
    'person',
    RESTART,
    (scene) => asOwner(scene, `updateMember(input: { id: "${scene.membershipId}", role: "viewer" }) { member { id } }`),
  ],
  [
    'the person signs out',
    'person',
    FORBIDDEN,
    async ({ caller }) => {
      const headers = { cookie: caller.cookie!, origin: wire.url, 'content-type': 'application/json' };
      expect((await wire.send('/api/auth/sign-out', { method: 'POST', headers, body: '{}' })).status).toBe(200);
    },
  ],
];

const isNews = (frame: { type: string; id?: string }) => frame.type === 'next' && frame.id === '1';

describe.each(LOSSES)('when %s', (_name, kind, code, lose) => {
  it(`an open socket hears nothing more and is closed with ${code}`, async () => {
    const scene = await openScene(kind);
    const socket = await wire.openStream(asParams(scene.caller), { cookie: scene.caller.cookie ?? '' });
    await makeNoise(scene);
    await socket.heard(isNews);
    const heard = socket.frames.filter(isNews).length;
    await lose(scene);
    await makeNoise(scene);
    expect(await within(socket.closed)).toMatchObject({ code });
    expect(socket.frames.filter(isNews)).toHaveLength(heard);
  });

  it(`an open stream hears nothing more, and ${code === FORBIDDEN ? 'is told why' : 'is cut, to come back'}`, async () => {
    const scene = await openScene(kind);
    const stream: Events = await wire.follow('subscription { settingsChanged { kind } }', scene.caller);
    const news = stream.next();
    await makeNoise(scene);
    await news;
    const heard = stream.events.length;
    await lose(scene);
    await makeNoise(scene);
    expect(await within(stream.ended)).toBe(code === FORBIDDEN ? 'complete' : 'cut');
    const told = stream.events.slice(heard).map((event) => JSON.parse(event.split('data: ')[1]!));
    const farewell = { errors: [expect.objectContaining({ extensions: { code: 'UNAUTHENTICATED' } })] };
    expect(told).toEqual(code === FORBIDDEN ? [farewell] : []);
  });

  it('the next request knows', async () => {
    const scene = await openScene(kind);
    const ask = async () => (await wire.ask('{ viewer { permissions } }', scene.caller)).body;
    expect((await ask()).data.viewer.permissions).toContain('keys.tenant.create');
    await lose(scene);
    const answer = await ask();
    if (code === FORBIDDEN) expect(answer.errors?.[0]?.extensions.code).toBeOneOf(['UNAUTHENTICATED', 'FORBIDDEN']);
    else expect(answer.data.viewer.permissions).not.toContain('keys.tenant.create');
  });
});

it('a custom role that loses a right takes it from open sockets', async () => {
  const scene = await openScene('key');
  await asOwner(
    scene,
    'createRole(input: { slug: "listener", name: "L", permissions: ["members.tenant.read", "settings.tenant.read"] }) { role { id } }',
  );
  const { body } = await wire.ask('{ roles { id slug } }', scene.owner);
  const { id } = body.data.roles.find((role: { slug: string }) => role.slug === 'listener');
  const socket = await wire.openStream({ authorization: (await wire.key(scene.story, 'listener')).authorization });
  await asOwner(scene, `updateRole(input: { id: "${id}", permissions: ["members.tenant.read"] }) { role { id } }`);
  await makeNoise(scene);
  expect(await within(socket.closed)).toMatchObject({ code: RESTART });
  expect(socket.frames.filter(isNews)).toEqual([]);
});

it('a key whose time runs out takes its socket with it', async () => {
  const { owner } = await openScene('key');
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  const query = `mutation { createApiKey(input: { name: "Brief", role: "viewer", expiresAt: "${expiresAt}" }) { secret } }`;
  const { secret } = (await wire.ask(query, owner)).body.data.createApiKey;
  const socket = await wire.openStream({ authorization: `Bearer ${secret}` });
  expect(await within(socket.closed)).toMatchObject({ code: FORBIDDEN });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
});

it('others of the same tenant, and other tenants, stay connected and keep hearing', async () => {
  const [scene, elsewhere] = [await openScene('key'), await openScene('key')];
  const bystander = await wire.openStream(asParams(scene.owner), { cookie: scene.owner.cookie! });
  const stranger = await wire.openStream(asParams(elsewhere.caller));
  await asOwner(scene, `revokeApiKey(input: { id: "${scene.keyId}" }) { apiKey { id } }`);
  await bystander.heard((frame) => JSON.stringify(frame.payload ?? {}).includes('API_KEY'));
  await makeNoise(elsewhere);
  await stranger.heard(isNews);
  expect(stranger.frames.filter(isNews)).toHaveLength(1);
  for (const socket of [bystander, stranger]) socket.close();
});

it('a socket cannot start anything on a right that is gone', async () => {
  const scene = await openScene('key');
  const socket = await wire.openStream(asParams(scene.caller));
  await asOwner(scene, `revokeApiKey(input: { id: "${scene.keyId}" }) { apiKey { id } }`);
  socket.send({
    type: 'subscribe',
    id: '9',
    payload: { query: 'mutation { updateTenant(input: { name: "Late" }) { tenant { id } } }' },
  });
  await within(socket.closed);
  const { body } = await wire.ask('{ viewer { tenant { name } } }', scene.owner);
  expect(body.data.viewer.tenant.name).not.toBe('Late');
});
