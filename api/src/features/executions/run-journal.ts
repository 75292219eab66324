import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#access/context.ts';
import { isDatabaseAway } from '#platform/database-away.ts';
import { NotFound, Unavailable } from '#platform/errors.ts';
import { definitionDigestOf } from '#toolkit/definition-digest.ts';
import type { Append, Appended, EventActor, EventSource, EventType, NewEvent } from '#toolkit/event-log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { RunError } from '#toolkit/tool-result.ts';
import type { Run } from './run-fold.ts';

/** Where a run belongs; every event of it carries this. */
export type RunPlace = {
  tenantId: string;
  sessionId: string;
  runId: string;
  toolSlug: string;
  actor: EventActor;
  from: EventSource;
  test: boolean;
  parentRunId: string | null;
  stepId: string | null;
  /** The names of fields that are hidden from histories; kept with each event, since the tool may change or go. */
  sensitive: readonly string[];
};

/** A run as it stands at one moment, for whoever wrote its events and need not read them. */
export function runAt(place: RunPlace, now: Partial<Run> & Pick<Run, 'input' | 'createdAt'>): Run {
  const { runId, actor, from, ...rest } = place;
  return {
    ...rest,
    id: runId,
    status: 'RUNNING',
    output: null,
    error: null,
    streamed: '',
    source: from.source,
    subSource: from.subSource ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorLabel: actor.label,
    startedAt: null,
    endedAt: null,
    ...now,
  };
}

/** What a run begins with. Of one whose steps may wait also what it was made of then, so that it goes on with the same. */
export function beginningOf({ tool, input }: { tool: ResolvedTool; input: unknown }): object {
  const isLong = tool.executionSpec?.kind === 'composition';
  return { input, version: tool.version, ...(isLong && { definition: definitionDigestOf(tool) }) };
}

export type RunEnd =
  | { type: 'completed'; output: unknown }
  | { type: 'failed'; error: RunError }
  | { type: 'cancelled' };

/** `opens` is given with the first event of a run: null when its session is there already. */
type AppendOptions = Pick<Partial<Append>, 'at' | 'opens' | 'idempotency'> & { fromWorkerId?: string };

/** A line of the journal, and what is to be said along with it. */
type Line = { event: NewEvent; more: Omit<AppendOptions, 'fromWorkerId'> };

const PATIENCE_MS = 10_000;
/** How long the beginning of a call is kept back, to be written together with its end. */
const HELD_MS = 20;

/** The pen of one run in one process: what it writes is refused once the run has ended or belongs to another process. */
export function openJournal(ctx: Context, place: RunPlace) {
  const { runId, toolSlug, parentRunId, stepId, tenantId, sessionId, actor, from, test } = place;
  const { workerId } = ctx.engine;
  let { sensitive } = place;
  let held: Line | undefined;
  let streamed = '';
  let releasing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function lineOf(type: EventType, given: object, { fromWorkerId, ...more }: AppendOptions = {}): Line {
    const id = type === 'tool.started' ? runId : undefined;
    const payload = sensitive.length > 0 ? { ...given, sensitive } : given;
    return {
      event: { id, type, payload, at: more.at, runId, toolSlug, parentRunId, stepId, workerId, fromWorkerId },
      more,
    };
  }

  const write = (...lines: [Line, ...Line[]]): Promise<Appended> => {
    const events = lines.map(({ event }) => event);
    return ctx.events.append({ tenantId, sessionId, actor, from, test, ...lines[0].more, events });
  };

  /** Writes what is held back, before anything else of the run. */
  function release(): Promise<void> {
    if (!held) return Promise.resolve();
    releasing ??= write(held)
      .then((answer) => {
        // One that the log knows already was written before, and only the answer was lost.
        if (!answer.accepted && answer.state === null) throw new NotFound('This session');
        held = undefined;
      })
      .finally(() => {
        releasing = undefined;
      });
    return releasing;
  }

  async function writeEnd(line: Line): Promise<Appended> {
    // If that fails, a second try would only keep the caller waiting.
    await releasing;
    if (!held) return write(line);
    const both = await write(held, line);
    held = undefined;
    if (both.accepted) return both;
    // A beginning whose answer was lost is in the log already; and without one, its session is gone.
    if (both.state === null) throw new NotFound('This session');
    return both.state === 'running' ? write(line) : both;
  }

  /** The work is done, so a database that is away for a moment is waited for. */
  async function insist(line: Line): Promise<Appended> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let pause = 50; ; pause *= 2) {
      try {
        return await writeEnd(line);
      } catch (error) {
        const mayPass = isDatabaseAway(error) || error instanceof Unavailable;
        // Of what is held nothing is known yet, so nothing is lost by saying at once that it cannot be done.
        if (held || !mayPass || performance.now() + pause > deadline) throw error;
        await sleep(pause);
      }
    }
  }

  return {
    async append(type: EventType, payload: object, options?: AppendOptions): Promise<Appended> {
      if (held) await release();
      const appended = await write(lineOf(type, payload, options));
      if (appended.accepted && type === 'tool.output_appended') streamed += (payload as { text: string }).text;
      return appended;
    },
    /** Hides fields of these names from histories as well, in what is written from now on. */
    hide(names: readonly string[]): void {
      if (names.length > 0) sensitive = [...new Set([...sensitive, ...names])];
    },
    sensitive: () => sensitive,
    /** What was written bit by bit. */
    streamed: () => streamed,
    /**
     * Begins the log of a call whose loss would be none, since it has no effect and nobody was answered yet. It is written
     * with its end, in one go, or before any other news, or when it takes its time.
     */
    hold(type: EventType, payload: object, options: AppendOptions): void {
      held = lineOf(type, payload, options);
      timer = setTimeout(() => void release().catch(() => {}), HELD_MS);
      timer.unref();
    },
    isHeld: () => held !== undefined,
    /** Ends the run unless it has ended. Answers whether it was this that ended it. */
    async end(end: RunEnd, at: Date): Promise<boolean> {
      clearTimeout(timer);
      const payload = { completed: { output: null }, failed: {}, cancelled: { by: 'runtime' } }[end.type];
      const { type, ...rest } = end;
      const { accepted } = await insist(lineOf(`tool.${type}`, { ...payload, ...rest }, { at }));
      return accepted;
    },
  };
}

export type Journal = ReturnType<typeof openJournal>;
