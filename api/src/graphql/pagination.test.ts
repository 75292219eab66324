import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Context } from '#access/context.ts';
import { findAfter, parseCursor, setCursorKeys, toCursor } from './pagination.ts';

const ctx = { viewer: { kind: 'system', label: 'operator' } } as Context;

it('goes on behind a cursor of the former key until that key is let go', () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  setCursorKeys([former]);
  const cursor = toCursor(ctx, 'rows', 'row');
  setCursorKeys([current, former]);
  expect(parseCursor(ctx, 'rows', cursor)).toBe('row');
  const fresh = toCursor(ctx, 'rows', 'row');
  expect(fresh).not.toBe(cursor);
  setCursorKeys([current]);
  expect(parseCursor(ctx, 'rows', fresh)).toBe('row');
  expect(() => parseCursor(ctx, 'rows', cursor)).toThrow('no cursor of this list');
});

it('takes a cursor in the list that it was made for, and in no other', () => {
  setCursorKeys([randomBytes(32)]);
  const cursor = toCursor(ctx, 'rows', 'row');
  expect(findAfter(ctx, 'rows', { after: cursor })).toBe('row');
  expect(() => findAfter(ctx, 'columns', { after: cursor })).toThrow('no cursor of this list');
});

it('takes no cursor for the beginning, and an empty one for a mistake', () => {
  expect([findAfter(ctx, 'rows', {}), findAfter(ctx, 'rows', { after: null })]).toEqual([undefined, undefined]);
  expect(() => findAfter(ctx, 'rows', { after: '' })).toThrow('no cursor of this list');
});
