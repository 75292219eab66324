import { type RunFilterValues, writeRunFilters } from '#features/executions/run-filter-values.ts';
import type { ToolEventFilter } from '#gql/graphql.ts';
import { type EventGroup, eventGroups, isEventGroup } from './event-words.ts';
import { sourceOptions, toRunSource } from './source-words.ts';
import type { StreamedEvent } from './streamed-event.ts';

export type EventFilterValues = {
  tool: string | null;
  source: string | null;
  /** The id of a user. */
  person: string | null;
  groups: EventGroup[];
  trials: boolean;
};

export const noEventFilters: EventFilterValues = {
  tool: null,
  source: null,
  person: null,
  groups: [],
  trials: false,
};

/** From the address; what is not understood there is left out. */
export function readEventFilters(params: URLSearchParams): EventFilterValues {
  const source = params.get('source');
  return {
    tool: params.get('tool') || null,
    source: sourceOptions.some(({ value }) => value === source) ? source : null,
    person: params.get('person') || null,
    groups: [...new Set(params.get('types')?.split(','))].filter(isEventGroup),
    trials: params.get('trials') === '1',
  };
}

/** The address with these filters and whatever else it has. */
export function writeEventFilters(params: URLSearchParams, values: EventFilterValues): URLSearchParams {
  const next = new URLSearchParams(params);
  const words = {
    tool: values.tool,
    source: values.source,
    person: values.person,
    types: values.groups.join(','),
    trials: values.trials ? '1' : null,
  };
  for (const [name, word] of Object.entries(words)) {
    if (word) next.set(name, word);
    else next.delete(name);
  }
  return next;
}

const typesOf = (groups: readonly EventGroup[]) => [...new Set(groups.flatMap((group) => eventGroups[group].types))];

/** Null when nothing is filtered. */
export function toToolEventFilter(values: EventFilterValues): ToolEventFilter | null {
  const { tool, source, person, groups, trials } = values;
  const filter: ToolEventFilter = {
    ...(tool && { toolSlug: tool }),
    ...(source && { source }),
    ...(person && { userId: person }),
    ...(groups.length > 0 && { types: typesOf(groups) }),
    ...(trials && { includeTests: true }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
}

/** The same question as the server's, for an event that is here already. Whose it is, only the server knows. */
export function fitsEventFilter(event: StreamedEvent, values: EventFilterValues): boolean {
  const { tool, source, person, groups, trials } = values;
  return (
    (trials || !event.test) &&
    (!tool || event.toolSlug === tool) &&
    (!source || event.source === source) &&
    !person &&
    (groups.length === 0 || typesOf(groups).includes(event.type))
  );
}

/** Whether the filter leaves events out. */
export function isNarrowed({ tool, source, person, groups }: EventFilterValues): boolean {
  return Boolean(tool || source || person || groups.length > 0);
}

/** How many events before now are looked through; the server allows no more than the larger number. */
export const lookBack = (values: EventFilterValues): number => (isNarrowed(values) ? 500 : 200);

const statusOf: Partial<Record<EventGroup, RunFilterValues['status']>> = { completed: 'SUCCESS', problems: 'ERROR' };

/** The address of the runs behind such events, as far as runs are filtered likewise. */
export function writeRunsAddress({ tool, source, groups }: EventFilterValues): string {
  const [group] = groups;
  const status = (groups.length === 1 && group && statusOf[group]) || null;
  const search = String(writeRunFilters({ tool, status, source: toRunSource(source), since: null, session: null }));
  return search === '' ? 'runs' : `runs?${search}`;
}
