export type SignIn = {
  id: string;
  token: string;
  createdAt: string;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Newest first. */
export type SignIns = { signIns: SignIn[]; currentId: string | undefined };

/** The answer, or a sentence for the person who waits for it. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; code?: string; message: string };

const unreachable = 'Toolcrib cannot be reached. Check your connection, then try again.';

async function request<Value>(path: string, body?: object): Promise<Answer<Value>> {
  try {
    const response = await fetch(`/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) return { ok: true, value: answer as Value };
    return { ok: false, ...explain(response.status, answer as Problem | undefined) };
  } catch {
    return { ok: false, message: unreachable };
  }
}

type Problem = { code?: string; message?: string };

function explain(status: number, problem: Problem | undefined) {
  const code = problem?.code;
  if (status === 401) return { code, message: 'You are signed out. Reload the page and sign in again.' };
  if (status === 429) return { code, message: 'Too many attempts. Wait a minute, then try again.' };
  if (status >= 500) return { code, message: 'That did not work just now. Try again in a moment.' };
  return { code, message: problem?.message ?? 'That did not work. Try again.' };
}

export async function listSignIns(): Promise<Answer<SignIns>> {
  const [sessions, current] = await Promise.all([
    request<SignIn[]>('/list-sessions'),
    request<{ session: { id: string } } | null>('/get-session'),
  ]);
  if (!sessions.ok) return sessions;
  if (!current.ok) return current;
  const signIns = sessions.value.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return { ok: true, value: { signIns, currentId: current.value?.session.id } };
}

export function endSignIn(token: string): Promise<Answer<unknown>> {
  return request('/revoke-session', { token });
}

export function endOtherSignIns(): Promise<Answer<unknown>> {
  return request('/revoke-other-sessions', {});
}

/** People who came by a link or single sign-on have none until they set one. */
export async function hasPassword(): Promise<Answer<boolean>> {
  const accounts = await request<{ providerId: string }[]>('/list-accounts');
  if (!accounts.ok) return accounts;
  return { ok: true, value: accounts.value.some(({ providerId }) => providerId === 'credential') };
}

export function changePassword(currentPassword: string, newPassword: string): Promise<Answer<unknown>> {
  // Other sign-ins are ended by a request of its own: with this one, the session in use would go as well.
  return request('/change-password', { currentPassword, newPassword, revokeOtherSessions: false });
}

export function setFirstPassword(newPassword: string): Promise<Answer<unknown>> {
  return request('/set-password', { newPassword });
}
