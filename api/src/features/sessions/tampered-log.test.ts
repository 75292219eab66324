import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, toNodeId } from '#platform/ids.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const EVENTS = 6;

let app: TestApp;
let story: Story;
beforeAll(async () => {
  app = await createTestApp();
  story = await tellStory(app);
});
afterAll(() => app.close());

const noteIn = (tenantId: string, sessionId: string, text: string) =>
  app.events.append({
    tenantId,
    sessionId,
    opens: { kind: 'tool', title: 'Test' },
    actor: { kind: 'system', id: null, label: 'test' },
    events: [{ type: 'progress', payload: { text } }],
  });

async function write(): Promise<string> {
  const sessionId = newId();
  for (let at = 1; at <= EVENTS; at++) await noteIn(story.tenant.id, sessionId, `note ${at}`);
  return sessionId;
}

/** What only whoever owns the database can do. */
async function tamper(sql: string): Promise<void> {
  const { owner } = app.database;
  await owner.query('ALTER TABLE session_events DISABLE TRIGGER append_only');
  try {
    for (const statement of sql.split(';')) await owner.query(statement);
  } finally {
    await owner.query('ALTER TABLE session_events ENABLE TRIGGER append_only');
  }
}

const verify = (sessionId: string) => app.events.verify(story.tenant.id, sessionId);
const at = (id: string, seq: number) => `session_id = '${id}' AND seq = ${seq}`;
const copyOf = (id: string, seq: number, newSeq: number) => `
  INSERT INTO session_events SELECT gen_random_uuid(), tenant_id, session_id, ${newSeq}, pos + 1000000, type, tool_slug,
    run_id, parent_run_id, step_id, source, sub_source, actor_kind, actor_id, actor_label, worker_id, test, payload,
    created_at, hash FROM session_events WHERE ${at(id, seq)}`;
const COLUMNS: [name: string, change: string][] = [
  ['payload', `payload = '{"text":"note X"}'`],
  ['payload, in a space', `payload = '{"text": "note 3"}'`],
  ['type', "type = 'progresS'"],
  ['actor', "actor_label = 'somebody else'"],
  ['actor id', 'actor_id = gen_random_uuid()'],
  ['tool', "tool_slug = 'other'"],
  ['run', 'run_id = gen_random_uuid()'],
  ['source', "source = 'web'"],
  ['worker', 'worker_id = gen_random_uuid()'],
  ['place', 'pos = pos + 1000000000'],
  ['id', 'id = gen_random_uuid()'],
  ['trial', 'test = NOT test'],
  ['time', "created_at = created_at + interval '1 millisecond'"],
  ['hash', 'hash = set_byte(hash, 7, (get_byte(hash, 7) + 1) % 256)'],
];

describe('verifying a session names the event', () => {
  it.each(COLUMNS)('whose %s was changed', async (_name, change) => {
    const sessionId = await write();
    await tamper(`UPDATE session_events SET ${change} WHERE ${at(sessionId, 3)}`);
    expect(await verify(sessionId)).toEqual({ intact: false, events: 2, brokenSeq: 3 });
  });

  type Act = [name: string, sql: (id: string) => string, brokenSeq: number];
  it.each<Act>([
    ['was removed at the beginning', (id) => `DELETE FROM session_events WHERE ${at(id, 1)}`, 1],
    ['was removed in the middle', (id) => `DELETE FROM session_events WHERE ${at(id, 4)}`, 4],
    [
      'was removed, the others moved up',
      (id) => `DELETE FROM session_events WHERE ${at(id, 4)};
        UPDATE session_events SET seq = 4 WHERE ${at(id, 5)}; UPDATE session_events SET seq = 5 WHERE ${at(id, 6)}`,
      4,
    ],
    ['was cut off at the end', (id) => `DELETE FROM session_events WHERE ${at(id, 6)}`, 6],
    ['was cut off with all behind it', (id) => `DELETE FROM session_events WHERE session_id = '${id}' AND seq >= 3`, 3],
    ['was the first of all that are gone', (id) => `DELETE FROM session_events WHERE session_id = '${id}'`, 1],
    ['was added at the end', (id) => copyOf(id, 6, 7), 7],
    ['was put in between', (id) => `UPDATE session_events SET seq = 7 WHERE ${at(id, 6)}; ${copyOf(id, 5, 6)}`, 6],
    [
      'changed places with the next',
      (id) => `UPDATE session_events SET seq = 99 WHERE ${at(id, 2)};
        UPDATE session_events SET seq = 2 WHERE ${at(id, 3)}; UPDATE session_events SET seq = 3 WHERE ${at(id, 99)}`,
      2,
    ],
    [
      'changed places with the next, hashes left where they were',
      (id) => `UPDATE session_events e SET payload = o.payload, id = o.id FROM session_events o
        WHERE e.session_id = o.session_id AND e.session_id = '${id}' AND (e.seq, o.seq) IN ((2, 3), (3, 2))`,
      2,
    ],
  ])('that %s', async (_name, sql, brokenSeq) => {
    const sessionId = await write();
    expect(await verify(sessionId)).toEqual({ intact: true, events: EVENTS, brokenSeq: null });
    await tamper(sql(sessionId));
    expect(await verify(sessionId)).toEqual({ intact: false, events: brokenSeq - 1, brokenSeq });
  });

  it('at which another session was put in its place', async () => {
    const [mine, other] = [await write(), await write()];
    await tamper(`DELETE FROM session_events WHERE session_id = '${mine}';
      UPDATE session_events SET session_id = '${mine}' WHERE session_id = '${other}'`);
    expect(await verify(mine)).toMatchObject({ intact: false, brokenSeq: 1 });
  });

  it('also in a session of many events', async () => {
    const sessionId = newId();
    await Promise.all(Array.from({ length: 1_200 }, (_, n) => noteIn(story.tenant.id, sessionId, `${n}`)));
    expect(await verify(sessionId)).toMatchObject({ intact: true, events: 1_200 });
    await tamper(`UPDATE session_events SET actor_label = 'x' WHERE ${at(sessionId, 1_001)}`);
    expect(await verify(sessionId)).toEqual({ intact: false, events: 1_000, brokenSeq: 1_001 });
  });

  it('to whoever may see the session, over the API', async () => {
    const key = await story.key({ role: 'system_admin' });
    const sessionId = await write();
    await tamper(`UPDATE session_events SET actor_label = 'x' WHERE ${at(sessionId, 2)}`);
    const answer = await key.run('query($id: ID!) { verifySession(id: $id) { intact brokenSeq } }', {
      id: toNodeId('Session', sessionId),
    });
    expect(answer.data?.verifySession).toEqual({ intact: false, brokenSeq: 2 });
  });
});

describe.skipIf(process.env.TEST_DATABASE !== 'postgres')('the role that serves requests', () => {
  const asTenant = async (sql: string, values: unknown[] = []) => {
    const line = await app.database.serving.connect();
    try {
      await line.query('BEGIN');
      await line.query("SELECT set_config('toolcrib.tenant', $1, true)", [story.tenant.id]);
      return await line.query(sql, values);
    } finally {
      await line.query('ROLLBACK');
      line.release();
    }
  };
  const batchFor = (tenant: string) =>
    JSON.stringify([
      {
        call: 0,
        ord: 0,
        tenant,
        session: newId(),
        kind: 'tool',
        title: 'x',
        owner_kind: 'system',
        owner_label: 'x',
        id: newId(),
        type: 'progress',
        actor_kind: 'system',
        actor_label: 'x',
        test: false,
        at: Date.now(),
        payload: {},
      },
    ]);

  it.each([
    ['add', `INSERT INTO session_events SELECT * FROM session_events LIMIT 1`],
    ['change', `UPDATE session_events SET type = 'x'`],
    ['remove', 'DELETE FROM session_events'],
    ['empty', 'TRUNCATE session_events'],
    ['move the end of', 'UPDATE log_heads SET pos = 0'],
    ['rewind sessions of', 'UPDATE sessions SET last_seq = 0'],
    ['forge runs of', "UPDATE run_heads SET state = 'running'"],
    ['free keys of', 'DELETE FROM idempotency_keys'],
    ['switch off the guard of', 'ALTER TABLE session_events DISABLE TRIGGER append_only'],
  ])('cannot %s the log', async (_name, sql) => {
    await expect(asTenant(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('cannot write past the wall of its tenant', async () => {
    const own = 'SELECT accepted FROM toolcrib_append_own_events($1::json)';
    const any = 'SELECT accepted FROM toolcrib_append_events($1::json)';
    expect((await asTenant(own, [batchFor(story.tenant.id)])).rows).toEqual([{ accepted: true }]);
    await expect(asTenant(own, [batchFor((await tellStory(app)).tenant.id)])).rejects.toMatchObject({ code: '42501' });
    await expect(asTenant(any, [batchFor(story.tenant.id)])).rejects.toMatchObject({ code: '42501' });
  });

  it('sees nothing of other tenants', async () => {
    const other = await tellStory(app);
    await noteIn(other.tenant.id, newId(), 'private');
    const { rows } = await asTenant('SELECT DISTINCT tenant_id FROM session_events');
    expect(rows.map((row) => row.tenant_id)).toEqual([story.tenant.id]);
  });
});
