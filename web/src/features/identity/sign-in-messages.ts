/** Reasons that the server, the identity provider or this app put into the address. */
const messages: Record<string, string> = {
  'link-used': 'This sign-in link was already used, or it has run out. Each link works once: ask for a new one.',
  'link-invalid': 'This sign-in link is not complete. Open it exactly as you got it, or ask for a new one.',
  'too-many-attempts': 'Too many attempts. Wait a minute, then try again.',
  unavailable: 'Toolcrib could not sign you in just now. Try again in a moment.',
  'session-ended': 'Your session has ended. Sign in again to go on where you were.',
  'access-ended': 'Your access has ended: you were signed out elsewhere, or an admin took it away.',
  access_denied: 'The identity provider did not let you in. Try again, or sign in another way.',
  signup_disabled: 'Nobody here has this address yet. Ask an admin for an invitation first.',
  email_not_verified: 'Your identity provider has not confirmed your e-mail address. Confirm it there, then try again.',
  account_not_linked: 'This account is not linked to single sign-on. Sign in with your password instead.',
};

export function signInMessage(reason: string | null): string | undefined {
  if (!reason) return undefined;
  if (Object.hasOwn(messages, reason)) return messages[reason];
  return 'Signing in did not work. Try again; if it keeps failing, ask your operator.';
}
