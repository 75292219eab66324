import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '#access/context.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import { newId, newRequestId } from '#platform/ids.ts';
import { deriveKey } from '#platform/master-key.ts';
import { createKeyRing, type KeyRing } from '#platform/seal.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readSecrets } from './read-secrets.ts';
import { sealSecret } from './secret-seal.ts';

const TENANTS = 12;
const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const ringOf = (...keys: [Buffer, ...Buffer[]]): KeyRing =>
  createKeyRing(keys.map((key) => deriveKey(key, 'secrets')) as [Buffer, ...Buffer[]]);
const REWRAP = `mutation ($dryRun: Boolean) {
  rewrapDataKeys(input: { dryRun: $dryRun }) { rewrapped waiting unreadable }
}`;

let app: TestApp;
let operator: Client;
let stories: Story[];
let contexts: Context[];
beforeAll(async () => {
  app = await createTestApp({
    TOOLCRIB_MASTER_KEY: NEW.toString('base64'),
    TOOLCRIB_MASTER_KEY_OLD: `${OLD.toString('hex')}, ${randomBytes(32).toString('base64')}`,
  });
  stories = await Promise.all(Array.from({ length: TENANTS }, () => tellStory(app)));
  operator = stories[0]!.operator;
  const owners = await Promise.all(stories.map((story) => story.as('system_admin')));
  contexts = owners.map(({ viewer }) => app.createContext(viewer, newRequestId()));
});
afterAll(() => app.close());

const secretOf = (ctx: Context) => `value of ${ctx.requestId}`;
const row = { id: '', key: 'token', version: 1 };

/** As a process that knows the keys of this ring, in this order. */
const withRing = (ctx: Context, seal: KeyRing): Context => ({ ...ctx, seal });
const read = async (ctx: Context) => (await readSecrets(ctx, ['token'])).get('token')?.value;
const keyIds = async () => {
  const keys = await app.database.system.tenantKey.findMany({
    where: { tenantId: { in: stories.map((s) => s.tenant.id) } },
  });
  return new Set(keys.map(({ keyId }) => keyId));
};
const rewrap = async (dryRun = false) => (await operator.get(REWRAP, { dryRun })).rewrapDataKeys;

/** Every tenant has a secret again, all of it made before the master key changed. */
beforeEach(async () => {
  const { system } = app.database;
  await system.secret.deleteMany();
  await system.tenantKey.deleteMany();
  for (const [at, ctx] of contexts.entries()) {
    const id = newId();
    const sealed = await sealSecret(withRing(ctx, ringOf(OLD)), { ...row, id }, secretOf(ctx));
    const tenantId = stories[at]!.tenant.id;
    await system.secret.create({
      data: { ...row, id, tenantId, hosts: ['a.example'], sealed, label: '', updatedBy: '' },
    });
  }
});

it('puts every tenant under the new key, once', async () => {
  expect(await keyIds()).toEqual(new Set([ringOf(OLD).currentKeyId]));
  expect(await rewrap(true)).toEqual({ rewrapped: 0, waiting: TENANTS, unreadable: 0 });
  expect(await keyIds()).toEqual(new Set([ringOf(OLD).currentKeyId]));
  expect(await rewrap()).toEqual({ rewrapped: TENANTS, waiting: 0, unreadable: 0 });
  expect(await keyIds()).toEqual(new Set([ringOf(NEW).currentKeyId]));
  expect(await rewrap()).toEqual({ rewrapped: 0, waiting: 0, unreadable: 0 });
  // From here on the old key is not needed by anybody.
  for (const ctx of contexts) expect(await read(withRing(ctx, ringOf(NEW)))).toBe(secretOf(ctx));
});

it('fails no reader and no writer while it runs, in processes before and after the swap', async () => {
  const rings = [ringOf(OLD, NEW), ringOf(NEW, OLD)];
  let isOver = false;
  let reads = 0;
  const reading = rings.flatMap((ring) =>
    contexts.map(async (ctx) => {
      do {
        expect(await read(withRing(ctx, ring))).toBe(secretOf(ctx));
        reads += 1;
      } while (!isOver);
    }),
  );
  const set = 'mutation ($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }';
  const writing = stories.map(async (story, at) => {
    const owner = await story.as('system_admin');
    await owner.get(set, { input: { key: 'fresh', value: `fresh ${at}`, hosts: ['a.example'] } });
  });
  const { rewrapped } = await rewrap();
  await Promise.all(writing);
  isOver = true;
  await Promise.all(reading);
  expect(rewrapped).toBe(TENANTS);
  expect(reads).toBeGreaterThanOrEqual(2 * TENANTS);
  for (const [at, ctx] of contexts.entries()) {
    const values = await readSecrets(withRing(ctx, ringOf(NEW)), ['fresh', 'token']);
    expect([...values].map(([key, { value }]) => [key, value]).sort()).toEqual([
      ['fresh', `fresh ${at}`],
      ['token', secretOf(ctx)],
    ]);
  }
});

it('leaves a key that it cannot open as it is, says so, and does the others', async () => {
  const tenantId = stories[3]!.tenant.id;
  const lost = ringOf(randomBytes(32)).newDataKey(tenantId);
  const data = { wrapped: new Uint8Array(lost.wrapped), keyId: lost.keyId };
  await app.database.system.tenantKey.update({ where: { tenantId }, data });
  expect(await rewrap()).toEqual({ rewrapped: TENANTS - 1, waiting: 0, unreadable: 1 });
  const kept = await app.database.system.tenantKey.findUniqueOrThrow({ where: { tenantId } });
  expect([Buffer.from(kept.wrapped), kept.keyId]).toEqual([lost.wrapped, lost.keyId]);
  expect(app.logged.some((line) => line.includes('DATA_KEY_UNREADABLE') && line.includes(tenantId))).toBe(true);
});

it('is written down without anything of a key, and is for the operator alone', async () => {
  await rewrap();
  const entry = await app.database.system.auditEntry.findFirstOrThrow({
    where: { tenantId: DEFAULT_TENANT.id, action: 'dataKeys.rewrapped' },
    orderBy: { seq: 'desc' },
  });
  expect(entry.details).toEqual({ rewrapped: TENANTS, waiting: 0, unreadable: 0, under: ringOf(NEW).currentKeyId });
  expect(await (await stories[0]!.as('system_admin')).code(REWRAP)).toBe('FORBIDDEN');
});
