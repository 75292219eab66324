import { measureInTurns, median, SLICE_MS } from '../measure.ts';
import { usedMicroseconds } from '../process-usage.ts';
import type { Load as Asked, Outcome, startLoad } from './load.ts';

const WARM_UP_MS = 3_000;

export type Load = ReturnType<typeof startLoad>;
export type Target = Pick<Asked, 'url' | 'body' | 'headers'> & { pid: number };
/** Medians of the rounds; processor time of the asked process for one answer. */
export type Figures = { perSecond: number; p50: number; p99: number; microseconds: number };

/** Asks each server in turns, all with the same number of connections. */
export async function compareServers(
  load: Load,
  targets: ReadonlyMap<string, Target>,
  connections: number,
): Promise<Map<string, Figures>> {
  const put = ({ url, headers, body }: Target, ms: number) => load.put({ url, headers, body, connections, ms });
  const heard = new Map([...targets.keys()].map((name) => [name, [] as Outcome[]]));
  const used = new Map([...targets.keys()].map((name) => [name, 0]));
  const measure = async (name: string, target: Target): Promise<number> => {
    const before = usedMicroseconds(target.pid);
    const outcome = await put(target, SLICE_MS);
    used.set(name, used.get(name)! + usedMicroseconds(target.pid) - before);
    heard.get(name)!.push(outcome);
    return outcome.perSecond;
  };
  // Code that has not run hot yet would be measured by how long its compiler takes.
  for (const target of targets.values()) await put(target, WARM_UP_MS);
  const ways = [...targets].map(([name, target]) => [name, () => measure(name, target)] as const);
  const rates = await measureInTurns(Object.fromEntries(ways));
  const figures = [...rates].map(([name, perSecond]): [string, Figures] => {
    const outcomes = heard.get(name)!;
    const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
    const middle = (of: 'p50' | 'p99') => median(outcomes.map((outcome) => outcome[of]));
    return [name, { perSecond, p50: middle('p50'), p99: middle('p99'), microseconds: used.get(name)! / requests }];
  });
  return new Map(figures);
}
