import type { ApprovalStatus } from '#generated/prisma/client.ts';
import { DomainError } from '#platform/errors.ts';

export class AlreadyDecided extends DomainError {
  constructor(message = 'This call was decided already. A decision counts once.') {
    super('ALREADY_DECIDED', message);
  }
}

export class ApprovalExpired extends DomainError {
  constructor() {
    super('APPROVAL_EXPIRED', 'Nobody decided in time. Ask for the call to be made again.');
  }
}

export class ApprovalCancelled extends DomainError {
  constructor() {
    super('APPROVAL_CANCELLED', 'The call was cancelled, so there is nothing to decide any more.');
  }
}

/** What would run is not what was asked about. */
export class ApprovalOutOfScope extends DomainError {
  constructor(because: string | null = null) {
    const cause = because ?? 'What would run is no longer what was asked about.';
    super('APPROVAL_OUT_OF_SCOPE', `${cause} Deny the call, and let it be made again.`);
  }
}

/** Why nothing can be decided any more. */
export function closedBecause(status: ApprovalStatus): DomainError {
  if (status === 'EXPIRED') return new ApprovalExpired();
  return status === 'CANCELLED' ? new ApprovalCancelled() : new AlreadyDecided();
}
