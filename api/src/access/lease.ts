import { DomainError } from '#platform/errors.ts';
import type { Authenticator } from './authenticate.ts';
import type { Credential } from './credential.ts';
import { findScope, type Viewer } from './viewer.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type LeaseEnd = 'revoked' | 'changed';

/**
 * The right of one open connection to go on. As soon as something may have changed for its viewer, `check` waits for a
 * fresh answer, so nothing is delivered on a right that is already gone.
 */
export type Lease = {
  readonly viewer: Viewer;
  check(): Promise<boolean>;
  release(): void;
};

function holdsSame(before: Viewer, after: Viewer): boolean {
  const [a, b] = [findScope(before), findScope(after)];
  if (a?.tenantId !== b?.tenantId || a?.permissions.size !== b?.permissions.size) return false;
  return !a || !b || a.permissions.isSubsetOf(b.permissions);
}

export async function openLease(
  authenticator: Authenticator,
  credential: Credential,
  onEnd: (end: LeaseEnd) => void,
): Promise<Lease> {
  const viewer = await authenticator.authenticate(credential);
  let verdict: Promise<boolean>;
  let ended = false;
  let expiry: NodeJS.Timeout | undefined;

  function end(reason: LeaseEnd): false {
    if (!ended) {
      release();
      onEnd(reason);
    }
    return false;
  }

  async function askAgain(): Promise<boolean> {
    if (ended) return false;
    try {
      const fresh = await authenticator.authenticate(credential);
      if (!holdsSame(viewer, fresh)) return end('changed');
      watchExpiry(fresh);
      return true;
    } catch (error) {
      // With the database away nobody was revoked: let the client come back.
      return end(error instanceof DomainError && error.code !== 'UNAVAILABLE' ? 'revoked' : 'changed');
    }
  }

  function watchExpiry(fresh: Viewer): void {
    clearTimeout(expiry);
    const endsAt = fresh.kind === 'apiKey' || fresh.kind === 'user' ? fresh.expiresAt : null;
    if (!endsAt || ended) return;
    const wait = Math.min(Math.max(endsAt.getTime() - Date.now(), 0) + 50, LONGEST_TIMER_MS);
    expiry = setTimeout(() => {
      verdict = askAgain();
    }, wait).unref();
  }

  function release(): void {
    ended = true;
    clearTimeout(expiry);
    forget();
  }

  const forget = authenticator.onDoubt((concerns) => {
    if (concerns(viewer)) verdict = askAgain();
  });
  // Asked once more now that doubts are heard: something may have changed in between.
  verdict = askAgain();

  return { viewer, release, check: async () => !ended && (await verdict) };
}
