import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Context } from '#access/context.ts';
import { parseCursor, setCursorKeys, toCursor } from './pagination.ts';

const ctx = { viewer: { kind: 'system', label: 'operator' } } as Context;

it('goes on behind a cursor of the former key until that key is let go', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  setCursorKeys([former]);
  const cursor = toCursor(ctx, 'row');
  setCursorKeys([current, former]);
  expect(parseCursor(ctx, cursor)).toBe('row');
  const fresh = toCursor(ctx, 'row');
  expect(fresh).not.toBe(cursor);
  setCursorKeys([current]);
  expect(parseCursor(ctx, fresh)).toBe('row');
  expect(() => parseCursor(ctx, cursor)).toThrow('not one of ours');
});
