import type { RunSource, ToolRunStatus } from '#gql/graphql.ts';

export const statusLabels: Record<ToolRunStatus, string> = {
  RUNNING: 'Running',
  WAITING: 'Waiting',
  SUCCESS: 'Done',
  ERROR: 'Failed',
  CANCELLED: 'Cancelled',
};

const declinedLabels = new Map([
  ['APPROVAL_DENIED', 'Denied'],
  ['APPROVAL_EXPIRED', 'Expired'],
]);

/** A run that people did not want, or did not decide about; nothing has failed then. */
export function labelDeclined(errorCode: string | null | undefined): string | undefined {
  return declinedLabels.get(errorCode ?? '');
}

export const sourceLabels: Record<RunSource, string> = {
  WEB: 'A person in the app',
  API: 'A program',
  AGENT: 'An agent',
};

const subSourceLabels = new Map([
  ['mcp', 'over MCP'],
  ['schedule', 'on schedule'],
  ['composition', 'as a step'],
  ['embed', 'in an embedded form'],
]);

/** "A program, over MCP". */
export function describeSource(source: RunSource, subSource?: string | null): string {
  if (!subSource) return sourceLabels[source];
  return `${sourceLabels[source]}, ${subSourceLabels.get(subSource) ?? subSource}`;
}

export function isOver(status: ToolRunStatus): boolean {
  return status !== 'RUNNING' && status !== 'WAITING';
}

/** What a run that is not over does; one that is not known yet is taken to run. */
export function labelGoing(status: ToolRunStatus | undefined): string {
  return statusLabels[status === 'WAITING' ? 'WAITING' : 'RUNNING'];
}

/** "420 ms", "3.4 s", "2 min 5 s", "1 h 3 min". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 59_950) return `${Number((milliseconds / 1000).toFixed(1))} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
