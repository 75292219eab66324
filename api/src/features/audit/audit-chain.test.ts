import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorIn } from '#access/authenticate.ts';
import type { Context } from '#access/context.ts';
import { isDatabaseAway } from '#platform/database-away.ts';
import { newId, newRequestId } from '#platform/ids.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { appendAudit } from './append-audit.ts';

const VERIFY = '{ verifyAudit { valid entries brokenSeq } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sql = (text: string, values: unknown[] = []) => app.database.owner.query(text, values);

async function readSeqs(tenantId: string): Promise<number[]> {
  const entries = await app.database.system.auditEntry.findMany({ where: { tenantId }, orderBy: { seq: 'asc' } });
  return entries.map((entry) => entry.seq);
}

/** A tenant with a chain of at least ten entries. */
async function openChain(): Promise<{ story: Story; tenantId: string; last: number; verify(): Promise<unknown> }> {
  const story = await tellStory(app);
  const owner = await story.as('system_admin');
  const ctx = app.createContext(owner.viewer, newRequestId());
  for (let at = 0; at < 10; at += 1) {
    await ctx.transaction((inside) =>
      appendAudit(inside, { action: 'test.done', target: { type: 'Test' }, details: { at } }),
    );
  }
  const tenantId = story.tenant.id;
  const seqs = await readSeqs(tenantId);
  return { story, tenantId, last: seqs.length, verify: async () => (await owner.get(VERIFY)).verifyAudit };
}

/** On a busy machine sixty at once may find no free connection in time; such a caller comes again. */
async function appendSoon(ctx: Context, at: number): Promise<void> {
  const act = { action: 'test.raced', target: { type: 'Test' }, details: { at } };
  await ctx
    .transaction((inside) => appendAudit(inside, act))
    .catch((error) => {
      if (!isDatabaseAway(error)) throw error;
      return appendSoon(ctx, at);
    });
}

describe('appending', () => {
  it('numbers 60 acts that happen at once from two callers without a gap, and the chain holds', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const before = await readSeqs(story.tenant.id);
    const callers = [
      app.createContext(owner.viewer, newRequestId()),
      app.createContext(operatorIn(story.tenant), newRequestId()),
    ];
    const acts = Array.from({ length: 60 }, (_, at) => appendSoon(callers[at % 2]!, at));
    await Promise.all(acts);
    const seqs = await readSeqs(story.tenant.id);
    expect(seqs).toEqual(Array.from({ length: before.length + 60 }, (_, at) => at + 1));
    expect((await owner.get(VERIFY)).verifyAudit).toEqual({ valid: true, entries: seqs.length, brokenSeq: null });
  });

  it('leaves no number behind for an act that did not happen', async () => {
    const { story, tenantId, last, verify } = await openChain();
    const owner = await story.as('system_admin');
    const ctx = app.createContext(owner.viewer, newRequestId());
    const failed = ctx.transaction(async (inside) => {
      await appendAudit(inside, { action: 'test.failed', target: { type: 'Test' } });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await readSeqs(tenantId)).toHaveLength(last);
    expect(await verify()).toEqual({ valid: true, entries: last, brokenSeq: null });
  });

  it('notes who, what, to what, when, by which right, and digests of before and after', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const ctx = app.createContext(owner.viewer, 'request-1');
    await ctx.transaction((inside) =>
      appendAudit(inside, {
        action: 'test.done',
        target: { type: 'Role', id: story.tenant.id },
        permission: 'roles.tenant.update',
        details: { secret: 'abc' },
        before: { a: 1, b: [2] },
        after: { b: [2], a: 1 },
      }),
    );
    const entry = await app.database.system.auditEntry.findFirst({
      where: { tenantId: story.tenant.id, action: 'test.done' },
    });
    expect(entry).toMatchObject({
      actorKind: 'user',
      actorId: owner.viewer.userId,
      actorLabel: owner.viewer.email,
      targetType: 'Role',
      targetId: story.tenant.id,
      permission: 'roles.tenant.update',
      decision: 'ALLOWED',
      details: { secret: '[3 characters]' },
      requestId: 'request-1',
    });
    expect(Math.abs(entry!.at.getTime() - app.clock.now().getTime())).toBeLessThan(10_000);
    expect(entry!.beforeDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(entry!.afterDigest).toBe(entry!.beforeDigest);
  });
});

describe('verifying finds, as somebody with the database in hands', () => {
  const COLUMNS = [
    'actor_kind',
    'actor_id',
    'actor_label',
    'action',
    'target_type',
    'target_id',
    'permission',
    'decision',
    'before_digest',
    'after_digest',
    'request_id',
    'previous_hash',
    'hash',
  ];

  it.each(COLUMNS)('one changed letter of %s', async (column) => {
    const { tenantId, verify } = await openChain();
    await sql(`UPDATE audit_entries SET ${column} = coalesce(${column}, '') || 'x' WHERE tenant_id = $1 AND seq = 5`, [
      tenantId,
    ]);
    expect(await verify()).toEqual({ valid: false, entries: 4, brokenSeq: 5 });
  });

  it('a changed detail, a changed moment and a changed id', async () => {
    for (const change of [`details = '{"at": 99}'`, `at = at + interval '1 millisecond'`, `id = '${newId()}'`]) {
      const { tenantId, verify } = await openChain();
      await sql(`UPDATE audit_entries SET ${change} WHERE tenant_id = $1 AND seq = 7`, [tenantId]);
      expect(await verify()).toEqual({ valid: false, entries: 6, brokenSeq: 7 });
    }
  });

  it('a removed entry, wherever it was', async () => {
    for (const pick of ['first', 'middle', 'last'] as const) {
      const { tenantId, last, verify } = await openChain();
      const seq = { first: 1, middle: 6, last }[pick];
      await sql('DELETE FROM audit_entries WHERE tenant_id = $1 AND seq = $2', [tenantId, seq]);
      expect(await verify()).toEqual({ valid: false, entries: seq - 1, brokenSeq: seq });
    }
  });

  it('an added entry, in between and at the end', async () => {
    for (const pick of ['middle', 'end'] as const) {
      const { tenantId, last, verify } = await openChain();
      const seq = pick === 'middle' ? 4 : last + 1;
      await sql('UPDATE audit_entries SET seq = -seq - 1 WHERE tenant_id = $1 AND seq >= $2', [tenantId, seq]);
      await sql('UPDATE audit_entries SET seq = -seq WHERE tenant_id = $1 AND seq < 0', [tenantId]);
      await sql(
        `INSERT INTO audit_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', $3::text, 'seq', $2::int))).*
         FROM audit_entries e WHERE tenant_id = $1 AND seq = 2`,
        [tenantId, seq, newId()],
      );
      expect(await verify()).toEqual({ valid: false, entries: seq - 1, brokenSeq: seq });
    }
  });

  it('two entries that changed places', async () => {
    const { tenantId, verify } = await openChain();
    await sql('UPDATE audit_entries SET seq = -seq WHERE tenant_id = $1 AND seq IN (5, 6)', [tenantId]);
    await sql('UPDATE audit_entries SET seq = 11 + seq WHERE tenant_id = $1 AND seq < 0', [tenantId]);
    expect(await verify()).toEqual({ valid: false, entries: 4, brokenSeq: 5 });
  });

  it('an entry moved to another tenant', async () => {
    const [from, to] = [await openChain(), await openChain()];
    await sql('DELETE FROM audit_entries WHERE tenant_id = $1 AND seq = 5', [to.tenantId]);
    await sql('UPDATE audit_entries SET tenant_id = $1 WHERE tenant_id = $2 AND seq = 5', [to.tenantId, from.tenantId]);
    expect(await from.verify()).toMatchObject({ valid: false, brokenSeq: 5 });
    expect(await to.verify()).toMatchObject({ valid: false, brokenSeq: 5 });
  });

  it('a chain whose end was forged', async () => {
    const { tenantId, last, verify } = await openChain();
    await sql("UPDATE audit_heads SET hash = 'forged' WHERE tenant_id = $1", [tenantId]);
    expect(await verify()).toEqual({ valid: false, entries: last, brokenSeq: last });
  });
});

it('walks chains of more than one batch', async () => {
  const story = await tellStory(app);
  const owner = await story.as('system_admin');
  const ctx = app.createContext(owner.viewer, newRequestId());
  await ctx.transaction(async (inside) => {
    for (let at = 0; at < 520; at += 1) await appendAudit(inside, { action: 'test.many', target: { type: 'Test' } });
  });
  const { entries, valid } = (await owner.get(VERIFY)).verifyAudit;
  expect([valid, entries]).toEqual([true, (await readSeqs(story.tenant.id)).length]);
});
