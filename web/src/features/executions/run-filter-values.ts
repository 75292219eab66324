import type { RunSource, ToolRunFilter, ToolRunStatus } from '#gql/graphql.ts';
import { sourceLabels, statusLabels } from './run-words.ts';

export type RunFilterValues = {
  tool: string | null;
  status: ToolRunStatus | null;
  source: RunSource | null;
  since: string | null;
  session: string | null;
};

const hour = 3_600_000;

/** How far back to look, as the address says it. */
export const spans: Record<string, { label: string; milliseconds: number }> = {
  hour: { label: 'Last hour', milliseconds: hour },
  day: { label: 'Last 24 hours', milliseconds: 24 * hour },
  week: { label: 'Last 7 days', milliseconds: 7 * 24 * hour },
  month: { label: 'Last 30 days', milliseconds: 30 * 24 * hour },
};

function pick<Value extends string>(known: Record<Value, unknown>, value: string | null): Value | null {
  return value !== null && Object.hasOwn(known, value) ? (value as Value) : null;
}

/** What the address asks for; what it misspells is left out. */
export function readRunFilters(address: URLSearchParams): RunFilterValues {
  return {
    tool: address.get('tool') || null,
    status: pick(statusLabels, address.get('status')?.toUpperCase() ?? null),
    source: pick(sourceLabels, address.get('source')?.toUpperCase() ?? null),
    since: pick(spans, address.get('since')),
    session: address.get('session') || null,
  };
}

export function writeRunFilters(values: RunFilterValues): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value) address.set(name, name === 'status' || name === 'source' ? value.toLowerCase() : value);
  }
  return address;
}

/** Null when nothing is filtered. Of a session all is shown, since one comes there from a step or a trial too. */
export function toRunFilter(values: RunFilterValues, now: number): ToolRunFilter | null {
  const { tool, status, source, since, session } = values;
  const span = since === null ? undefined : spans[since];
  const filter: ToolRunFilter = {
    ...(tool && { toolSlug: tool }),
    ...(status && { status }),
    ...(source && { source }),
    ...(span && { since: new Date(now - span.milliseconds).toISOString() }),
    ...(session && { sessionId: session, includeSteps: true, includeTests: true }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}
