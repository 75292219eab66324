import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyRing, seal, Unreadable, unseal } from './seal.ts';

const key = randomBytes(32);
const text = Buffer.from('a value nobody may read');

describe('a sealed value', () => {
  it('opens with its key, for what it belongs to', () => {
    expect(unseal(key, 'tenant|secret|1', seal(key, 'tenant|secret|1', text))).toEqual(text);
  });

  it('is different every time and holds nothing of the text', () => {
    const [first, second] = [seal(key, 'x', text), seal(key, 'x', text)];
    expect(first).not.toEqual(second);
    expect(first.includes(text)).toBe(false);
  });

  it.each([
    ['with another key', randomBytes(32), 'tenant|secret|1'],
    ['for another tenant', key, 'other|secret|1'],
    ['for another secret', key, 'tenant|other|1'],
    ['for another version', key, 'tenant|secret|2'],
  ])('does not open %s', (_case, wrongKey, bound) => {
    expect(() => unseal(wrongKey, bound, seal(key, 'tenant|secret|1', text))).toThrow(Unreadable);
  });

  it('does not open when any byte was changed, or some are missing', () => {
    const sealed = seal(key, 'x', text);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => unseal(key, 'x', changed)).toThrow(Unreadable);
      expect(() => unseal(key, 'x', sealed.subarray(0, at))).toThrow(Unreadable);
    }
  });
});

describe('a key ring', () => {
  it('makes a key per owner that only this owner can open', () => {
    const ring = createKeyRing([key]);
    const { wrapped, keyId } = ring.newDataKey('ours');
    expect(ring.openDataKey('ours', wrapped, keyId)).toHaveLength(32);
    expect(() => ring.openDataKey('theirs', wrapped, keyId)).toThrow(Unreadable);
    expect(wrapped.includes(ring.openDataKey('ours', wrapped, keyId))).toBe(false);
  });

  it('still opens what a former key wrapped, and wraps with the current one', () => {
    const former = createKeyRing([key]).newDataKey('ours');
    const ring = createKeyRing([randomBytes(32), key]);
    expect(ring.openDataKey('ours', former.wrapped, former.keyId)).toHaveLength(32);
    expect(ring.newDataKey('ours').keyId).not.toBe(former.keyId);
  });

  it('wraps a key anew under the current one, and it stays the same key', () => {
    const former = createKeyRing([key]);
    const { wrapped, keyId } = former.newDataKey('ours');
    const fresh = randomBytes(32);
    const moved = createKeyRing([fresh, key]).rewrap('ours', wrapped, keyId);
    expect(moved.keyId).toBe(createKeyRing([fresh]).currentKeyId);
    const opened = createKeyRing([fresh]).openDataKey('ours', moved.wrapped, moved.keyId);
    expect(opened).toEqual(former.openDataKey('ours', wrapped, keyId));
    expect(() => createKeyRing([fresh, key]).rewrap('theirs', wrapped, keyId)).toThrow(Unreadable);
    expect(() => createKeyRing([fresh]).rewrap('ours', wrapped, keyId)).toThrow(Unreadable);
  });

  it('does not open what an unknown key wrapped', () => {
    const { wrapped, keyId } = createKeyRing([key]).newDataKey('ours');
    expect(() => createKeyRing([randomBytes(32)]).openDataKey('ours', wrapped, keyId)).toThrow(Unreadable);
  });
});
