import type { ApprovalStatus } from '#gql/graphql.ts';

export const approvalStatusLabels: Record<ApprovalStatus, string> = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  DENIED: 'Denied',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
};

const callers = new Map([
  ['web', 'in the app'],
  ['api', 'through the API'],
  ['agent', 'as an agent'],
]);

/** "key billing, as an agent". */
export function describeCaller(requestedBy: string | null | undefined, source: string): string {
  const how = callers.get(source.toLowerCase());
  return [requestedBy ?? 'Somebody unknown', how].filter(Boolean).join(', ');
}

type Outcome = { status: ApprovalStatus; decidedBy?: string | null };

/** "ada@demo.test approved it"; what can be said of a call that waits no more. */
export function describeOutcome({ status, decidedBy }: Outcome): string {
  const who = decidedBy ?? 'Somebody';
  switch (status) {
    case 'APPROVED':
      return `${who} approved it`;
    case 'DENIED':
      return `${who} denied it`;
    case 'EXPIRED':
      return 'Nobody decided in time';
    case 'CANCELLED':
      return 'The call was taken back';
    case 'PENDING':
      return 'It still waits';
  }
}

/** "Ada, Bob or anybody with the role Admin". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
