export const ROUNDS = 9;
export const SLICE_MS = 300;

export type Ways = Record<string, () => Promise<number>>;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/**
 * Measures every way in turns, slice by slice, so that noise of the machine meets all of them alike. The first round
 * only warms up. Answers the median of each way.
 */
export async function measureInTurns(ways: Ways, rounds = ROUNDS): Promise<Map<string, number>> {
  const measured = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const value = await way();
      if (round >= 0) measured.get(name)!.push(value);
    }
  }
  return new Map([...measured].map(([name, values]) => [name, median(values)]));
}
