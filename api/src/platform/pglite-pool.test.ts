import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolderInUse } from './folder-lock.ts';
import { FolderUnusable, openPglite, type PgliteServer } from './pglite-pool.ts';

describe('connections to the embedded database', () => {
  let server: PgliteServer;
  let pool: pg.Pool;

  beforeAll(async () => {
    server = await openPglite(null);
    pool = new pg.Pool({ ...server.connection, max: 4 });
    pool.on('error', () => {});
    await pool.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
  });

  afterAll(async () => {
    await pool.end();
    await server.close();
  });

  test('a transaction keeps others out until it ends', async () => {
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query("INSERT INTO notes VALUES (1, 'draft')");
    let isRead = false;
    const reading = pool.query('SELECT count(*)::int AS count FROM notes').then(({ rows }) => {
      isRead = true;
      return rows[0].count;
    });
    await writer.query("UPDATE notes SET text = 'done' WHERE id = 1");
    expect(isRead).toBe(false);
    await writer.query('COMMIT');
    writer.release();
    expect(await reading).toBe(1);
  });

  test('a connection lost inside a transaction takes nothing with it and lets the others in', async () => {
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query("INSERT INTO notes VALUES (2, 'lost')");
    writer.release(true);
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM notes WHERE id = 2');
    expect(rows[0].count).toBe(0);
  });

  test('a connection lost in the middle of a statement gives its turn to one other, not to two', async () => {
    const [slow, writer] = await Promise.all([pool.connect(), pool.connect()]);
    slow.on('error', () => {});
    const statement = slow.query('SELECT count(*) FROM generate_series(1, 2000000)').catch(() => {});
    const begun = writer.query('BEGIN');
    const counted = pool.query('SELECT count(*)::int AS count FROM notes WHERE id = 4');
    await new Promise((resolve) => setTimeout(resolve, 20));
    slow.release(true);
    await Promise.all([statement, begun]);
    await writer.query("INSERT INTO notes VALUES (4, 'not yet')");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await writer.query('ROLLBACK');
    writer.release();
    expect((await counted).rows[0].count).toBe(0);
    await pool.query('SELECT 1');
  });

  test('an error inside a transaction is reported and the session stays usable', async () => {
    await pool.query("INSERT INTO notes VALUES (3, 'first')");
    const client = await pool.connect();
    await client.query('BEGIN');
    await expect(client.query("INSERT INTO notes VALUES (3, 'again')")).rejects.toMatchObject({ code: '23505' });
    await client.query('ROLLBACK');
    client.release();
    const { rows } = await pool.query('SELECT text FROM notes WHERE id = 3');
    expect(rows).toEqual([{ text: 'first' }]);
  });

  test('prepared statements of the same name do not meet, though all connections share one session', async () => {
    const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
    await one.query({ name: 'statement', text: 'SELECT 1 AS value' });
    await two.query({ name: 'statement', text: 'SELECT 2 AS value' });
    const { rows } = await one.query({ name: 'statement', text: 'SELECT 1 AS value' });
    expect(rows).toEqual([{ value: 1 }]);
    one.release();
    two.release();
  });

  test('everybody who listens hears a notification, whoever sent it', async () => {
    const listeners = await Promise.all([pool.connect(), pool.connect()]);
    const heard = listeners.map(
      (listener) => new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload))),
    );
    await listeners[0].query('LISTEN news');
    await pool.query("NOTIFY news, 'hello'");
    expect(await Promise.all(heard)).toEqual(['hello', 'hello']);
    for (const listener of listeners) listener.release();
  });

  test('many statements at once, larger than one packet, all come back to their own callers', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => String(index).repeat(20_000));
    const answers = await Promise.all(texts.map((text) => pool.query('SELECT $1::text AS text', [text])));
    expect(answers.map(({ rows }) => rows[0].text)).toEqual(texts);
  });

  test('a slow statement does not stop the event loop', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await pool.query('SELECT count(*) FROM generate_series(1, 3000000)');
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });
});

describe('a folder of the embedded database', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'pglite-folder-'));
    await inFolder(folder, (pool) => pool.query('CREATE TABLE kept AS SELECT 42 AS answer'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function inFolder<T>(where: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const server = await openPglite(where);
    const pool = new pg.Pool(server.connection);
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await server.close();
    }
  }

  test('keeps its rows after a close', async () => {
    const { rows } = await inFolder(folder, (pool) => pool.query('SELECT answer FROM kept'));
    expect(rows).toEqual([{ answer: 42 }]);
  });

  test('is refused to a second opener while the first has it', async () => {
    await inFolder(folder, async () => {
      await expect(openPglite(folder)).rejects.toThrow(FolderInUse);
    });
  });

  test('comes back with its rows after the engine died under a connection', async () => {
    await inFolder(folder, async (pool) => {
      pool.on('error', () => {});
      await pool.query('CREATE TABLE survivors AS SELECT 1 AS id');
      await pool.query(
        'CREATE FUNCTION forever(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN forever(n + 1); END $$',
      );
      await expect(pool.query('SELECT forever(1)')).rejects.toThrow(/embedded database stopped|connection terminated/i);
      const { rows } = await pool.query('SELECT id FROM survivors');
      expect(rows).toEqual([{ id: 1 }]);
    });
  });

  test('that was made by another version of the engine says so and what to do', async () => {
    const file = path.join(folder, 'pglite/PG_VERSION');
    const version = readFileSync(file);
    writeFileSync(file, '17\n');
    const opening = openPglite(folder);
    await expect(opening).rejects.toThrow(FolderUnusable);
    await expect(opening).rejects.toThrow(/made by version 17 .* this release has version 18/);
    await expect(opening).rejects.toThrow(/Restore the folder from a backup, move it away .* or set DATABASE_URL/);
    writeFileSync(file, version);
  });

  test('is never overwritten when it does not look like a database', async () => {
    const strange = mkdtempSync(path.join(os.tmpdir(), 'pglite-strange-'));
    mkdirSync(path.join(strange, 'pglite/base'), { recursive: true });
    await expect(openPglite(strange)).rejects.toThrow(/pglite\/PG_VERSION is missing/);
    rmSync(strange, { recursive: true });
  });

  test('is made anew when its very first start was interrupted', async () => {
    const fresh = mkdtempSync(path.join(os.tmpdir(), 'pglite-fresh-'));
    mkdirSync(path.join(fresh, 'pglite/base'), { recursive: true });
    writeFileSync(path.join(fresh, 'pglite.unfinished'), '');
    const { rows } = await inFolder(fresh, (pool) => pool.query('SELECT 1 AS one'));
    expect(rows).toEqual([{ one: 1 }]);
    rmSync(fresh, { recursive: true });
  });

  test('that is damaged says so, and the lock is free afterwards', async () => {
    truncateSync(path.join(folder, 'pglite/global/pg_control'), 10);
    await expect(openPglite(folder)).rejects.toThrow(/seems to be damaged/);
    await expect(openPglite(folder)).rejects.toThrow(FolderUnusable);
  });
});
