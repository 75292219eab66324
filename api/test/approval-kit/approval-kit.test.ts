import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { A_ROWS } from './a-rows.ts';
import { DECISIONS } from './decisions.ts';
import { type House, openHouse } from './house.ts';
import { RECORDED_BUGS } from './recorded-bugs.ts';
import { keepScore } from './score.ts';
import { type Case, openStage, type Stage } from './stage.ts';
import { SURFACES, type Surface } from './surfaces.ts';

const CASES: readonly Case[] = [...RECORDED_BUGS, ...A_ROWS, ...DECISIONS];
const OPENING_MS = 180_000;
const score = keepScore(CASES, SURFACES);
const stages = new Map<Surface, Stage>();
const begun = new Map<string, PromiseSettledResult<() => Promise<void>>>();
const keyOf = (one: Case, surface: Surface) => `${one.id} ${surface.id}`;
let house: House;

beforeAll(async () => {
  house = await openHouse();
  for (const surface of SURFACES) {
    const stage = await openStage(house, surface);
    stages.set(surface, stage);
    for (const one of CASES) {
      if (!('acrossRestart' in one) || one.skips?.[surface.id]) continue;
      const [result] = await Promise.allSettled([one.acrossRestart(stage)]);
      begun.set(keyOf(one, surface), result);
    }
  }
  await house.restart();
}, OPENING_MS);

afterAll(async () => {
  console.log(['', 'Approval kit', ...score.lines(), ''].join('\n'));
  await house?.close();
});

async function play(one: Case, surface: Surface): Promise<void> {
  if ('run' in one) return one.run(stages.get(surface)!);
  const result = begun.get(keyOf(one, surface))!;
  if (result.status === 'rejected') throw result.reason;
  await result.value();
}

for (const one of CASES) {
  describe(`${one.id} ${one.trouble}: ${one.holds}`, () => {
    for (const surface of SURFACES) {
      if (one.skips?.[surface.id]) continue;
      it(surface.title, async () => {
        score.note(one, surface, 'failed');
        await play(one, surface);
        score.note(one, surface, 'passed');
      });
    }
  });
}

describe('the score', () => {
  it('counts each case once, and leaves out none without a surface and a reason', () => {
    const ids = CASES.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const skips = CASES.flatMap((one) => Object.entries(one.skips ?? {}));
    const surfaces = new Set(SURFACES.map(({ id }) => id));
    expect(skips.filter(([surface, reason]) => !surfaces.has(surface) || reason.length < 10)).toEqual([]);
  });

  it('has every cell that the tables name, and all of them passed', () => {
    expect(score.totals()).toMatchObject({ passed: score.applicable, failed: 0, missing: 0 });
  });
});
