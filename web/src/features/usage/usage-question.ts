import type { RunSource, UsagePageQueryQueryVariables } from '#gql/graphql.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const ONLY_A_DAY = /^\d{4}-\d{2}-\d{2}$/;

export const spans = ['7', '30', '90', 'custom'] as const;
export type Span = (typeof spans)[number];

/** What the page is about, as the address has it. Days are `YYYY-MM-DD`, in UTC. */
export type UsageQuestion = {
  span: Span;
  from: string;
  to: string;
  tool: string | null;
  source: RunSource | null;
};

const isSource = (word: string | null): word is RunSource => word === 'WEB' || word === 'AGENT' || word === 'API';

export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

export function daysBefore(day: string, count: number): string {
  return toDay(new Date(Date.parse(day) - count * DAY_MS));
}

export function readUsageQuestion(params: URLSearchParams): UsageQuestion {
  const source = params.get('source')?.toUpperCase() ?? null;
  return {
    span: spans.find((span) => span === params.get('days')) ?? '30',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    tool: params.get('tool') || null,
    source: isSource(source) ? source : null,
  };
}

export function writeUsageQuestion({ span, from, to, tool, source }: UsageQuestion): URLSearchParams {
  const words = { days: span, ...(span === 'custom' && { from, to }), tool, source: source?.toLowerCase() };
  const given = Object.entries(words).flatMap(([name, word]) => (word ? [[name, word]] : []));
  return new URLSearchParams(given);
}

/** First and last day. */
export function daysOf({ span, from, to }: UsageQuestion, today: string): { first: string; last: string } {
  if (span === 'custom') return { first: from, last: to };
  return { first: daysBefore(today, Number(span) - 1), last: today };
}

/** What is wrong with the days that were chosen, in words. */
export function problemOf(question: UsageQuestion, today: string): string | undefined {
  const { first, last } = daysOf(question, today);
  const times = [first, last].map((day) => (ONLY_A_DAY.test(day) ? Date.parse(day) : Number.NaN));
  const [begin = Number.NaN, end = Number.NaN] = times;
  if (Number.isNaN(begin) || Number.isNaN(end)) return 'Choose the first and the last day.';
  if (begin > end) return 'The first day must come before the last.';
  if (begin > Date.parse(today)) return 'The first day has not come yet.';
  if (end - begin >= MOST_DAYS * DAY_MS) return `Choose at most ${MOST_DAYS} days.`;
  return undefined;
}

/** Whole days, so that the same question has the same answer in the cache until tomorrow. */
export function toUsageVariables(question: UsageQuestion, today: string): UsagePageQueryQueryVariables {
  const { first, last } = daysOf(question, today);
  return {
    since: `${first}T00:00:00.000Z`,
    until: last < today ? `${daysBefore(last, -1)}T00:00:00.000Z` : null,
    toolSlug: question.tool,
    source: question.source,
  };
}
