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
  constructor() {
    super(
      'APPROVAL_OUT_OF_SCOPE',
      'The tool, the arguments or the rule that asked have changed since this call was made. Deny it, and let it be asked for again.',
    );
  }
}

/** Why nothing can be decided any more. */
export function closedBecause(status: ApprovalStatus): DomainError {
  if (status === 'EXPIRED') return new ApprovalExpired();
  return status === 'CANCELLED' ? new ApprovalCancelled() : new AlreadyDecided();
}
