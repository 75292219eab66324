import { signOut } from './auth.ts';
import { signInPath } from './safe-next.ts';

export type LeaveReason = 'session-ended' | 'access-ended';

let leaving = false;
let signedOut = false;

/** Whether the person is on the way out by their own will; what ends meanwhile is no news to them. */
export function isLeaving(): boolean {
  return leaving;
}

/** Whoever signs in next in this tab may be somebody else, so nothing is left for a return. */
export function hasSignedOut(): boolean {
  return signedOut;
}

function forgetTab() {
  signedOut = true;
  try {
    sessionStorage.clear();
  } catch {
    // Where it is refused, nothing was kept.
  }
}

function here(): string {
  return window.location.pathname + window.location.search;
}

/** A full page load on purpose: nothing of the last session stays in memory. */
export function goToSignIn(reason?: LeaveReason) {
  if (leaving) return;
  leaving = true;
  window.location.assign(signInPath(here(), reason));
}

export async function signOutAndLeave(reason?: LeaveReason) {
  leaving = true;
  const result = await signOut();
  if (result.ok || reason) {
    forgetTab();
    window.location.assign(reason ? signInPath('/', reason) : '/sign-in');
  }
  leaving = result.ok || reason !== undefined;
  return result;
}
