import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, openWire, type Wire, type WireAnswer } from '../../test/wire.ts';

/** What must never leave the process: code, statements, paths, names and versions of what we are built of. */
const INSIDES =
  /\.ts\b|node_modules|\bat \S+ \(|SELECT|INSERT|UPDATE|does not exist|prisma|postgres|pglite|\/src\/|P2\d{3}/i;

let wire: Wire;
let key: Headers;

beforeAll(async () => {
  wire = await openWire();
  key = await wire.key(await wire.tellStory());
});
afterAll(() => wire.close());

const sql = (text: string) => wire.app.database.owner.query(text);
const logOf = (requestId: string) =>
  wire.app.logged.filter((line) => line.includes(requestId) && line.includes('unexpected error'));

/** Breaks a table for the time of one piece of work. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await sql(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    await work();
  } finally {
    await sql(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

function expectMasked({ headers, text, body }: WireAnswer): void {
  const requestId = headers.get('x-request-id')!;
  expect(body.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', requestId });
  expect(body.errors?.[0]?.message).toContain(requestId);
  expect(text).not.toMatch(INSIDES);
  expect(logOf(requestId)).toHaveLength(1);
}

describe('a bug', () => {
  it('in a query is hidden, and its request id leads to the log', async () => {
    await without('workspaces', async () => {
      const answer = await wire.ask('{ workspaces { name } }', key);
      expect(answer.status).toBe(500);
      expectMasked(answer);
      const get = await wire.send('/graphql?query={workspaces{name}}', { headers: key });
      expectMasked(get);
    });
    expect((await wire.ask('{ workspaces { name } }', key)).status).toBe(200);
  });

  it('in one field leaves the others', async () => {
    await without('workspaces', async () => {
      const answer = await wire.ask(
        '{ node(id: "V29ya3NwYWNlOjAxOTNmZWZlLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMA") { id } viewer { kind } }',
        key,
      );
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ node: null, viewer: { kind: 'API_KEY' } });
      expectMasked(answer);
    });
  });

  it('in a mutation is hidden and nothing of it stays', async () => {
    const before = (await sql('SELECT count(*) FROM workspaces')).rows;
    await without('audit_entries', async () => {
      expectMasked(
        await wire.ask('mutation { createWorkspace(input: { slug: "half", name: "Half" }) { workspace { id } } }', key),
      );
    });
    expect((await sql('SELECT count(*) FROM workspaces')).rows).toEqual(before);
  });

  it('over a socket is hidden too', async () => {
    const socket = await wire.openStream({ authorization: key.authorization });
    await without('workspaces', async () => {
      socket.send({ type: 'subscribe', id: '2', payload: { query: '{ workspaces { name } }' } });
      const frame = await socket.heard(({ id, type }) => id === '2' && type === 'next');
      const error = frame.payload!.errors![0]!;
      expect(error.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) });
      expect(JSON.stringify(frame)).not.toMatch(INSIDES);
      expect(logOf(error.extensions.requestId)).toHaveLength(1);
    });
    socket.close();
  });

  it('while we look who asks is hidden too', async () => {
    await without('api_keys', async () => {
      const fresh = { authorization: `Bearer tc_${'b'.repeat(43)}` };
      const answer = await wire.ask('{ __typename }', fresh);
      expect(answer.status).toBe(500);
      expectMasked(answer);
      expect((await wire.send('/graphql?query={__typename}', { headers: fresh })).status).toBe(500);
    });
  });
});

it('mistakes of callers are not logged as ours, and secrets of callers not at all', async () => {
  const from = wire.app.logged.length;
  await wire.ask('{ nothing }', key);
  await wire.ask('mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { email } }', key, {
    input: { token: 'inv_secret-token', password: 'hunter2-hunter2', name: 'x' },
  });
  const lines = wire.app.logged.slice(from);
  expect(lines.filter((line) => JSON.parse(line).level >= 50 || JSON.parse(line).level === 'error')).toEqual([]);
  expect(lines.join('\n')).not.toMatch(/hunter2|inv_secret/);
  expect(wire.app.logged.join('\n')).not.toContain(key.authorization!.slice(7));
});

/** The database refuses every connection from now on. */
function cutOff(...pools: pg.Pool[]): void {
  for (const pool of pools) {
    const details = { code: 'ECONNREFUSED', syscall: 'connect', errno: -111 };
    const refuse = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), details);
    pool.connect = ((done?: (error: Error) => void) => (done ? done(refuse()) : Promise.reject(refuse()))) as never;
  }
}

// The last of this file: the database does not come back.
describe('without the database', () => {
  it('every door says that it cannot serve now, and why not to whom', async () => {
    expect((await wire.send('/readyz')).status).toBe(200);
    await wire.ask('{ viewer { kind } }', key);
    cutOff(wire.app.database.owner, wire.app.database.serving);
    const started = performance.now();
    const answers = [
      await wire.ask('{ members { totalCount } }', key),
      await wire.ask('mutation { createWorkspace(input: { slug: "late", name: "Late" }) { workspace { id } } }', key),
      await wire.ask('{ viewer { kind } }', { authorization: `Bearer tc_${'c'.repeat(43)}` }),
      await wire.send('/graphql?query={members{totalCount}}', { headers: key }),
    ];
    for (const { status, body, text } of answers) {
      expect([status, body.errors?.[0]?.extensions.code]).toEqual([503, 'UNAVAILABLE']);
      expect(text).not.toMatch(/prisma|pool|ECONN|pglite|postgres/i);
    }
    expect((performance.now() - started) / answers.length).toBeLessThan(2_000);
    const upload = await wire.send('/api/files?name=x', { method: 'POST', headers: key, body: 'x' });
    expect(upload.status).toBe(503);
    expect((await wire.send('/readyz')).status).toBe(503);
    expect((await wire.send('/healthz')).status).toBe(200);
  });
});
