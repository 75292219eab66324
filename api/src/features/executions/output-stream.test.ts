import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createValueRedaction } from '#platform/redact-values.ts';
import { CUT_OFF, createOutputStream } from './output-stream.ts';

const PLENTY = 10_000_000;

function open(most = PLENTY, write: (text: string) => Promise<unknown> = async () => {}) {
  const pieces: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const stream = createOutputStream(async (text) => {
    pieces.push(text);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    try {
      await write(text);
    } finally {
      atOnce -= 1;
    }
  }, most);
  return { ...stream, pieces, text: () => pieces.join(''), mostAtOnce: () => mostAtOnce };
}

describe('what a tool writes bit by bit', () => {
  it('is kept in few pieces, in order, whole', async () => {
    const stream = open();
    const words = Array.from({ length: 100_000 }, (_, at) => `${at} `);
    for (const word of words) stream.push(word);
    await stream.end();
    expect(stream.text()).toBe(words.join(''));
    expect(stream.pieces.length).toBeLessThan(100);
  });

  it('appears a moment later, without waiting for the end', async () => {
    const stream = open();
    stream.push('Hello');
    expect(stream.pieces).toEqual([]);
    await sleep(250);
    expect(stream.pieces).toEqual(['Hello']);
    await stream.end();
  });

  it('is written one piece at a time, however slow writing is', async () => {
    const stream = open(PLENTY, () => sleep(20));
    for (let at = 0; at < 20; at++) {
      stream.push(`${at}:${'x'.repeat(9_000)};`);
      await sleep(5);
    }
    await stream.end();
    expect(stream.mostAtOnce()).toBe(1);
    expect(stream.text().match(/\d+:/g)).toEqual(Array.from({ length: 20 }, (_, at) => `${at}:`));
    expect(stream.pieces.length).toBeLessThan(20);
  });

  it('goes on when one piece could not be written', async () => {
    let isFirst = true;
    const stream = open(PLENTY, async () => {
      if (!isFirst) return;
      isFirst = false;
      throw new Error('refused');
    });
    stream.push('lost'.repeat(3_000));
    await sleep(10);
    stream.push('kept');
    await stream.end();
    expect(stream.pieces.at(-1)).toBe('kept');
  });

  it('is empty when nothing was written', async () => {
    const stream = open();
    stream.push('');
    await stream.end();
    expect(stream.pieces).toEqual([]);
  });

  it('ends with the end: what comes later is dropped', async () => {
    const stream = open();
    stream.push('in time');
    await stream.end();
    stream.push(' late');
    await sleep(150);
    expect(stream.text()).toBe('in time');
  });
});

describe('beyond the cap', () => {
  it.each([
    ['in small bits', Array(200).fill('0123456789')],
    ['at once', ['0123456789'.repeat(200)]],
  ])('the rest is dropped and marked once, written %s', async (_name, chunks) => {
    const stream = open(1_000);
    for (const chunk of chunks) stream.push(chunk);
    await stream.end();
    expect(stream.text()).toBe('0123456789'.repeat(100) + CUT_OFF);
  });

  it('nothing is marked when it fits exactly', async () => {
    const stream = open(10);
    stream.push('0123456789');
    await stream.end();
    expect(stream.text()).toBe('0123456789');
  });

  it('no character is cut in half', async () => {
    const stream = open(3);
    stream.push('ab😀');
    await stream.end();
    expect(stream.text().isWellFormed()).toBe(true);
    expect(stream.text()).toContain(CUT_OFF);
  });
});

it('takes a secret out that comes in two pieces', async () => {
  const written: string[] = [];
  const cleaner = createValueRedaction(new Map([['KEY', 'canary']]));
  const stream = createOutputStream(
    async (text) => written.push(text),
    100_000,
    () => cleaner,
  );
  stream.push(`${'x'.repeat(8_190)}can`);
  await new Promise((resolve) => setTimeout(resolve, 150));
  stream.push('ary and more');
  await stream.end();
  expect(written.length).toBeGreaterThan(1);
  expect(written.join('')).toBe(`${'x'.repeat(8_190)}[secret KEY] and more`);
});

it('writes what must be found again in one piece', async () => {
  const written: string[] = [];
  const { longest, cut } = createValueRedaction(new Map([['PIN', 'canary']]));
  const stream = createOutputStream(
    async (text) => written.push(text),
    100_000,
    () => ({ text: (given) => given, longest, cut }),
  );
  for (const chunk of [`${'x'.repeat(8_190)}can`, 'ary', 'y'.repeat(longest - 3), 'and more']) {
    stream.push(chunk);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await stream.end();
  expect(written.length).toBeGreaterThan(2);
  expect(written.filter((piece) => piece.includes('canary'))).toHaveLength(1);
  expect(written.join('')).toBe(`${'x'.repeat(8_190)}canary${'y'.repeat(longest - 3)}and more`);
});
