/** What went wrong in words for the caller. `code` is stable and public; `message` says what to do next. */
export class DomainError extends Error {
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.details = details;
  }
}

export type FieldError = { path: string[]; message: string };

export class Unauthenticated extends DomainError {
  constructor(message = 'Sign in, or send an API key as "Authorization: Bearer tc_…".') {
    super('UNAUTHENTICATED', message);
  }
}

export class Forbidden extends DomainError {
  /** The right that was missing, if it is a single one. For the audit log; the message says it to the caller. */
  readonly permission: string | undefined;
  /** Whether whoever refused has written it down already, with what only they know of it. */
  readonly isNoted: boolean;

  constructor(
    message = 'You do not have the right to do this. Ask an admin of your tenant for it.',
    permission?: string,
    noted?: Record<string, unknown>,
  ) {
    super('FORBIDDEN', message, noted);
    this.permission = permission;
    this.isNoted = noted !== undefined;
  }
}

/** Also for rows that exist but that the caller may not know of. */
export class NotFound extends DomainError {
  constructor(what: string) {
    super('NOT_FOUND', `${what} was not found.`);
  }
}

const MOST_TOLD = 50;

/** What is wrong, as far as anybody reads it: a list without end would cost more than it tells. */
export function tellFew(fields: FieldError[]): FieldError[] {
  const more = fields.length - MOST_TOLD;
  if (more <= 0) return fields;
  const message = `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed. Mend these first.`;
  return [...fields.slice(0, MOST_TOLD), { path: [], message }];
}

export const inWords = ({ path, message }: FieldError) => (path.length > 0 ? `${path.join('.')}: ${message}` : message);

export class InvalidInput extends DomainError {
  constructor(given: FieldError[], message?: string) {
    const fields = tellFew(given);
    super('BAD_USER_INPUT', message ?? fields.map(inWords).join(' '), { fields });
  }

  static of(path: string, message: string): InvalidInput {
    return new InvalidInput([{ path: path.split('.'), message }], message);
  }
}

export class Conflict extends DomainError {
  constructor(message: string, details: Record<string, unknown> = {}) {
    super('CONFLICT', message, details);
  }
}

/** Another tool is called like this already. Named on the field, so that a form can show it there. */
export class SlugTaken extends DomainError {
  constructor(message: string) {
    super('SLUG_TAKEN', message, { fields: [{ path: ['slug'], message }] satisfies FieldError[] });
  }
}

/** A stored value does not open. It is an alarm, and never the same as no value. */
export class SecretUnreadable extends DomainError {
  constructor(name: string) {
    super(
      'SECRET_UNREADABLE',
      `The secret ${name} cannot be read. Set it again; if that does not help, ask your operator whether the master key changed.`,
    );
  }
}

export class LimitExceeded extends DomainError {
  constructor(reason: string, message: string, details: Record<string, unknown> = {}) {
    super('LIMIT_EXCEEDED', message, { reason, ...details });
  }
}

export class RateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('RATE_LIMITED', `Too many requests. Try again in ${retryAfterSeconds} s.`, { retryAfter: retryAfterSeconds });
  }
}

/** There is more to do than can be done. Nothing was begun, so the same request may simply be sent again later. */
export class Overloaded extends DomainError {
  constructor(message: string, retryAfterSeconds = 1) {
    super('UNAVAILABLE', `${message} Try again in ${retryAfterSeconds} s.`, {
      reason: 'OVERLOADED',
      retryAfter: retryAfterSeconds,
    });
  }
}

export class Unavailable extends DomainError {
  constructor(message = 'The service cannot reach its database right now. Try again in a few seconds.') {
    super('UNAVAILABLE', message, { retryAfter: 2 });
  }
}
