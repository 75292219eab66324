import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type Asked, openBench, type Rule } from './bench.ts';
import type { CallOptions, Told } from './caller.ts';
import { eventually, type House } from './house.ts';
import type { Surface } from './surfaces.ts';

/** A tool that reaches outside and is asked about first. */
export type Gated = {
  slug: string;
  /** What is called so that it is. */
  entrance: string;
  rule: Rule | null;
};
export type Waiting = Pick<Asked, 'input'> & {
  callId: string;
  sessionId: string | null;
  approvalId: string;
  runId: string;
};

const PEOPLE = ['admin', 'system_admin'] as const;

/** One surface with a tenant of its own: who calls, who decides, and what everybody does. */
export async function openStage(house: House, surface: Surface, people: readonly (typeof PEOPLE)[number][] = PEOPLE) {
  const bench = await openBench(house, people);
  const caller = await surface.open(house, bench);
  const newInput = () => ({ word: `w-${newId()}`, amount: 1, note: 'a note' });

  /** By the policy of the tool where that asks, else by a rule; by a rule everywhere if one is given. */
  async function makeGated(terms?: object): Promise<Gated> {
    const byRule = terms !== undefined || surface.asks === 'rule';
    const slug = await bench.authorReaching(byRule ? 'AUTO' : 'ALWAYS_ASK');
    const rule = byRule ? await bench.addRule({ verdict: 'ask', match: { tools: [slug] }, ...terms }) : null;
    return { slug, rule, entrance: await surface.entrance(bench, slug) };
  }

  /** Calls a gated tool, which waits; nothing has reached the outside. */
  async function wait(
    gated: Gated,
    options: CallOptions & { input?: Asked['input']; entrance?: string } = {},
  ): Promise<Waiting> {
    const { input = newInput(), entrance = gated.entrance, ...rest } = options;
    const earlier = new Set((await bench.approvals(gated.slug)).map(({ id }) => id));
    const told = await caller.call(entrance, input, rest);
    expect(told).toMatchObject({ state: 'waiting' });
    const asked = (await bench.approvals(gated.slug)).find(
      ({ id, input: about }) => !earlier.has(id) && about.word === input.word,
    );
    expect(asked).toMatchObject({ status: 'PENDING', input });
    return {
      input,
      callId: told.callId!,
      sessionId: told.sessionId,
      approvalId: asked!.id,
      runId: asked!.run.id,
    };
  }

  return {
    house,
    surface,
    bench,
    caller,
    newInput,
    makeGated,
    wait,
    first: bench.deciders[0]!,
    second: bench.deciders[1]!,
    reached: ({ word }: Asked['input']) => house.upstream.of(word),
    /** What the caller is told once the call has ended. */
    ended: (callId: string): Promise<Told> =>
      eventually('the end of a call', async () => {
        const told = await caller.read(callId);
        return told.state === 'waiting' || told.state === 'running' ? null : told;
      }),
    /** The same surface in a tenant where there is nobody to ask. */
    alone: () => openStage(house, surface, []),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** One thing that must hold on every surface. */
export type Case = {
  id: string;
  /** What went wrong elsewhere, or is tried here. */
  trouble: string;
  /** What holds here. */
  holds: string;
  /** Surfaces that it cannot be about, and why. */
  skips?: Readonly<Record<string, string>>;
} & (
  | { run(stage: Stage): Promise<void> }
  /** What is done in a process that does no jobs, and then what holds in the next one. */
  | { acrossRestart(stage: Stage): Promise<() => Promise<void>> }
);
