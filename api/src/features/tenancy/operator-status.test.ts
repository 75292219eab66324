import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const STATUS = `{ operatorStatus {
  production
  database { kind version time ownerRole servingRoleIsBound unguardedTables migrations queue { queued failed } }
} }`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('tells the operator how the database stands', async () => {
  const { operator } = await tellStory(app);
  const { operatorStatus } = await operator.get(STATUS);
  expect(operatorStatus).toMatchObject({
    production: false,
    database: {
      kind: app.database.kind === 'embedded' ? 'EMBEDDED' : 'POSTGRESQL',
      servingRoleIsBound: true,
      unguardedTables: [],
      migrations: expect.arrayContaining(['20261116080000_house']),
    },
  });
  expect(Math.abs(Date.parse(operatorStatus.database.time) - Date.now())).toBeLessThan(60_000);
});

it('counts jobs that were given up', async () => {
  const { operator } = await tellStory(app);
  const failed = async () => (await operator.get(STATUS)).operatorStatus.database.queue.failed;
  const before = await failed();
  await app.database.owner.query("INSERT INTO toolcrib_queue.job (name, data) VALUES ('dead-letter', '{}')");
  expect(await failed()).toBe(before + 1);
});

it('sees a table whose wall was taken down', async () => {
  const { operator } = await tellStory(app);
  await app.database.owner.query('ALTER TABLE workspaces NO FORCE ROW LEVEL SECURITY');
  const { operatorStatus } = await operator.get(STATUS);
  await app.database.owner.query('ALTER TABLE workspaces FORCE ROW LEVEL SECURITY');
  expect(operatorStatus.database.unguardedTables).toEqual(['workspaces']);
});

it('tells nobody else, not even the owner of a tenant', async () => {
  const story = await tellStory(app);
  expect(await (await story.as('system_admin')).code(STATUS)).toBe('FORBIDDEN');
  expect(await (await story.key({ role: 'system_admin' })).code(STATUS)).toBe('FORBIDDEN');
});
