import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#access/viewer.ts';
import { newId, newRequestId } from '#platform/ids.ts';
import { createKeyRing } from '#platform/seal.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readSecrets, secretKeysSet } from './read-secrets.ts';
import { sealSecret } from './secret-seal.ts';

const SET = `mutation ($input: SetSecretInput!) {
  setSecret(input: $input) { secret { id key label hosts isSet version agentSlug updatedBy updatedAt } }
}`;
const DELETE = 'mutation ($input: DeleteSecretInput!) { deleteSecret(input: $input) { id key } }';
const LIST = '{ secrets { id key label hosts isSet version agentSlug updatedBy updatedAt } }';
const CANARY = 'canary-7f3a-value-that-must-never-appear';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const contextOf = (viewer: Viewer) => app.createContext(viewer, newRequestId());
const input = (key: string, value = CANARY) => ({ key, value, hosts: ['api.example.com'] });

async function ownerOf(story: Story) {
  const owner = await story.as('system_admin');
  return Object.assign(owner, { ctx: contextOf(owner.viewer) });
}

it('sets, lists, replaces and deletes a secret, and never tells its value', async () => {
  const owner = await ownerOf(await tellStory(app));
  const { setSecret } = await owner.get(SET, { input: { ...input('github_token'), label: 'GitHub' } });
  expect(setSecret.secret).toMatchObject({
    key: 'github_token',
    label: 'GitHub',
    hosts: ['api.example.com'],
    isSet: true,
    version: 1,
    agentSlug: null,
    updatedBy: owner.viewer.email,
  });
  expect((await readSecrets(owner.ctx, ['github_token'])).get('github_token')?.value).toBe(CANARY);

  await owner.get(SET, { input: { ...input('github_token', 'another'), hosts: ['*.github.com', 'GitHub.com'] } });
  const { secrets } = await owner.get(LIST);
  expect(secrets).toMatchObject([{ label: 'GitHub', hosts: ['*.github.com', 'github.com'], version: 2 }]);
  expect((await readSecrets(owner.ctx, ['github_token'])).get('github_token')).toEqual({
    value: 'another',
    hosts: ['*.github.com', 'github.com'],
    version: 2,
  });

  const { deleteSecret } = await owner.get(DELETE, { input: { key: 'github_token' } });
  expect(deleteSecret).toEqual({ id: secrets[0].id, key: 'github_token' });
  expect((await owner.get(LIST)).secrets).toEqual([]);
  expect((await readSecrets(owner.ctx, ['github_token'])).size).toBe(0);
  expect(await owner.code(DELETE, { input: { key: 'github_token' } })).toBe('NOT_FOUND');
});

it('has no field that could hold a value', async () => {
  const owner = await ownerOf(await tellStory(app));
  const { __type } = await owner.get('{ __type(name: "Secret") { fields { name } } }');
  expect(__type.fields.map((field: { name: string }) => field.name).sort()).toEqual(
    ['agentSlug', 'hosts', 'id', 'isSet', 'key', 'label', 'updatedAt', 'updatedBy', 'version'].sort(),
  );
  const { setSecret } = await owner.get(SET, { input: input('by_node') });
  const node = 'query ($id: ID!) { node(id: $id) { id ... on Secret { key } } }';
  expect((await owner.get(node, { id: setSecret.secret.id })).node.key).toBe('by_node');
});

it('leaves no trace of the value in rows, answers, logs and the audit log', async () => {
  const story = await tellStory(app);
  const owner = await ownerOf(story);
  const said = [
    await owner.run(SET, { input: input('traced') }),
    await owner.run(SET, { input: { ...input('traced'), hosts: [] } }),
    await owner.run(SET, { input: { ...input('traced'), value: [CANARY] } }),
    await owner.run(SET, { input: { ...input('traced'), value: { [CANARY]: 1 } } }),
    await owner.run(SET, { input: { ...input('traced', CANARY.repeat(300)) } }),
    await owner.run(SET, { input: { ...input('traced'), agentSlug: 'nobody' } }),
    await (await story.as('viewer')).run(SET, { input: input('traced') }),
    await owner.run(LIST),
    await owner.run('{ auditEntries(first: 100) { edges { node { action details } } } }'),
  ];
  const written = [JSON.stringify(said), app.logged.join('\n')];
  for (const table of ['secrets', 'tenant_keys', 'audit_entries']) {
    const { rows } = await app.database.owner.query(`SELECT t::text AS text FROM "${table}" t`);
    expect(rows.length).toBeGreaterThan(0);
    written.push(...rows.map((row) => row.text), ...rows.map((row) => Buffer.from(row.text, 'hex').toString('latin1')));
  }
  const forms = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, 40), Buffer.from(CANARY).toString('hex')];
  for (const form of forms) expect(written.filter((text) => text.includes(form))).toEqual([]);
});

it('writes setting, replacing and deleting into the audit log with key, hosts and version', async () => {
  const owner = await ownerOf(await tellStory(app));
  await owner.get(SET, { input: input('audited') });
  await owner.get(SET, { input: input('audited') });
  await owner.get(DELETE, { input: { key: 'audited' } });
  const { auditEntries } = await owner.get(
    '{ auditEntries(filter: { action: "secret" }) { edges { node { action permission details } } } }',
  );
  const details = (version: number) => ({ name: 'audited', hosts: ['api.example.com'], version });
  expect(auditEntries.edges.map((edge: { node: object }) => edge.node)).toMatchObject([
    { action: 'secret.deleted', permission: 'secrets.tenant.delete', details: details(2) },
    { action: 'secret.updated', permission: 'secrets.tenant.update', details: details(2) },
    { action: 'secret.created', permission: 'secrets.tenant.create', details: details(1) },
  ]);
});

describe('refuses', () => {
  it.each([
    ['a key that is none', { key: 'no-dash' }, ['key']],
    ['an empty value, also for a new label', { value: '', label: 'New' }, ['value']],
    ['a value that is too long', { value: 'x'.repeat(8_193) }, ['value']],
    ['no hosts', { hosts: [] }, ['hosts']],
    ['a host with a scheme', { hosts: ['ok.example', 'https://api.example.com'] }, ['hosts', '1']],
    ['a label that is too long', { label: 'x'.repeat(121) }, ['label']],
  ])('%s, names the field and changes nothing', async (_case, wrong, path) => {
    const owner = await ownerOf(await tellStory(app));
    await owner.get(SET, { input: { ...input('present'), label: 'Old' } });
    const { errors } = await owner.run(SET, { input: { ...input('present'), ...wrong } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path }] });
    expect((await owner.get(LIST)).secrets).toMatchObject([{ key: 'present', label: 'Old', version: 1 }]);
  });

  it('an agent that does not exist', async () => {
    const owner = await ownerOf(await tellStory(app));
    expect(await owner.code(SET, { input: { ...input('k'), agentSlug: 'helper' } })).toBe('NOT_FOUND');
    expect(await owner.code(DELETE, { input: { key: 'k', agentSlug: 'helper' } })).toBe('NOT_FOUND');
  });
});

it('asks for the right to create for a new secret and for the right to update for an existing one', async () => {
  const story = await tellStory(app);
  const [creator, updater, reader] = [
    await story.key({ permissions: ['secrets.tenant.create'] }),
    await story.key({ permissions: ['secrets.tenant.update'] }),
    await story.key({ permissions: ['secrets.tenant.read'] }),
  ];
  const set = `mutation ($input: SetSecretInput!) { setSecret(input: $input) { secret { version } } }`;
  expect(await updater.code(set, { input: input('k') })).toBe('FORBIDDEN');
  expect(await creator.code(set, { input: input('k') })).toBeUndefined();
  expect(await creator.code(set, { input: input('k') })).toBe('FORBIDDEN');
  expect((await updater.get(set, { input: input('k') })).setSecret.secret.version).toBe(2);
  for (const query of [set, DELETE]) {
    const wrong = query === set ? { ...input('k'), key: '?' } : { key: 'k' };
    expect(await reader.code(query, { input: wrong })).toBe('FORBIDDEN');
  }
  expect(await creator.code(LIST)).toBe('FORBIDDEN');
  expect((await reader.get(LIST)).secrets).toHaveLength(1);
});

it("keeps tenants apart: one sees, replaces, deletes and reads nothing of another's", async () => {
  const [ours, theirs] = [await ownerOf(await tellStory(app)), await ownerOf(await tellStory(app))];
  await theirs.get(SET, { input: input('shared_name', 'theirs') });
  expect((await ours.get(LIST)).secrets).toEqual([]);
  expect(await ours.code(DELETE, { input: { key: 'shared_name' } })).toBe('NOT_FOUND');
  await ours.get(SET, { input: input('shared_name', 'ours') });
  expect((await readSecrets(theirs.ctx, ['shared_name'])).get('shared_name')?.value).toBe('theirs');
  expect((await readSecrets(ours.ctx, ['shared_name'])).get('shared_name')?.value).toBe('ours');
});

describe('a sealed value that was moved', () => {
  const unreadable = { code: 'SECRET_UNREADABLE' };
  const setBoth = async (owner: Awaited<ReturnType<typeof ownerOf>>) => {
    await owner.get(SET, { input: input('first') });
    await owner.get(SET, { input: input('second', 'other') });
    return owner.ctx.db.secret.findMany({ orderBy: { key: 'asc' } });
  };

  it('to another secret does not open, raises the alarm, and is no empty text', async () => {
    const owner = await ownerOf(await tellStory(app));
    const [first, second] = await setBoth(owner);
    await app.database.system.secret.update({ where: { id: second!.id }, data: { sealed: first!.sealed } });
    await expect(readSecrets(owner.ctx, ['second'])).rejects.toMatchObject(unreadable);
    await expect(readSecrets(owner.ctx, ['first', 'second'])).rejects.toMatchObject(unreadable);
    const alarms = app.logged.map((line) => JSON.parse(line)).filter((entry) => entry.secretId === second!.id);
    expect(alarms).toMatchObject([{ level: 'error', alarm: 'SECRET_UNREADABLE' }, { level: 'error' }]);
    await owner.get(SET, { input: input('second', 'again') });
    expect((await readSecrets(owner.ctx, ['second'])).get('second')?.value).toBe('again');
  });

  it('back from an older version does not open', async () => {
    const owner = await ownerOf(await tellStory(app));
    const [first] = await setBoth(owner);
    await owner.get(SET, { input: input('first', 'newer') });
    await app.database.system.secret.update({ where: { id: first!.id }, data: { sealed: first!.sealed } });
    await expect(readSecrets(owner.ctx, ['first'])).rejects.toMatchObject(unreadable);
  });

  it('to another tenant does not open, not even with its row id and its key', async () => {
    const [ours, theirs] = [await ownerOf(await tellStory(app)), await ownerOf(await tellStory(app))];
    const [row] = await setBoth(theirs);
    await setBoth(ours);
    const tenantId = ours.viewer.scope!.tenantId;
    const theirKey = await theirs.ctx.db.tenantKey.findFirstOrThrow();
    await app.database.system.secret.delete({ where: { id: row!.id } });
    await app.database.system.secret.create({ data: { ...row!, tenantId, key: 'stolen' } });
    await expect(readSecrets(ours.ctx, ['stolen'])).rejects.toMatchObject(unreadable);
    await app.database.system.tenantKey.update({ where: { tenantId }, data: { wrapped: theirKey.wrapped } });
    await expect(readSecrets(ours.ctx, ['stolen'])).rejects.toMatchObject(unreadable);
  });

  it('under another master key does not open', async () => {
    const owner = await ownerOf(await tellStory(app));
    await setBoth(owner);
    const elsewhere = { ...owner.ctx, seal: createKeyRing([Buffer.alloc(32, 7)]) };
    await expect(readSecrets(elsewhere, ['first'])).rejects.toMatchObject(unreadable);
  });
});

it("gives an agent its own value before the tenant's", async () => {
  const owner = await ownerOf(await tellStory(app));
  await owner.get(SET, { input: input('both', 'of the tenant') });
  const row = { id: newId(), key: 'both', version: 1 };
  const sealed = await sealSecret(owner.ctx, row, 'of the agent');
  const { tenantId } = owner.viewer.scope!;
  const own = { agentSlug: 'helper', hosts: ['a.example'], updatedBy: 'test', tenantId };
  await app.database.system.secret.create({ data: { ...row, ...own, sealed } });
  await owner.get(SET, { input: input('only_tenant') });

  const read = async (agentSlug?: string) => (await readSecrets(owner.ctx, ['both'], agentSlug)).get('both')?.value;
  expect([await read(), await read('helper'), await read('other')]).toEqual([
    'of the tenant',
    'of the agent',
    'of the tenant',
  ]);
  expect([...(await secretKeysSet(owner.ctx, 'helper'))].sort()).toEqual(['both', 'only_tenant']);
});

it('lets two first secrets be set at the same moment', async () => {
  const owner = await ownerOf(await tellStory(app));
  await Promise.all(['a', 'b', 'c'].map((key) => owner.get(SET, { input: input(key, `value of ${key}`) })));
  const values = await readSecrets(owner.ctx, ['a', 'b', 'c']);
  expect(['a', 'b', 'c'].map((key) => values.get(key)?.value)).toEqual(['value of a', 'value of b', 'value of c']);
});

it('tells followers that a secret changed', async () => {
  const owner = await ownerOf(await tellStory(app));
  const stream = await owner.follow('subscription { settingsChanged { kind id } }');
  const next = stream.next!();
  const { setSecret } = await owner.get(SET, { input: input('live') });
  expect(await next).toEqual({ settingsChanged: { kind: 'SECRET', id: setSecret.secret.id } });
  await stream.end!();
});
