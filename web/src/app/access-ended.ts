import { isLeaving, signOutAndLeave } from '#lib/leave.ts';

/** The socket was closed as revoked: the session is over, or only the membership in this tenant. */
export async function leaveAfterRevocation() {
  if (isLeaving()) return;
  if (await stillSignedIn()) window.location.assign('/?notice=access-ended');
  else await signOutAndLeave('access-ended');
}

async function stillSignedIn(): Promise<boolean> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json' },
      body: JSON.stringify({ query: 'query AccessEnded { viewer { kind } }' }),
    });
    const answer = (await response.json()) as { data?: { viewer?: { kind?: string } } };
    return answer.data?.viewer?.kind === 'USER';
  } catch {
    return false;
  }
}
