import { z } from 'zod';

const signInSchema = z.object({
  id: z.string(),
  token: z.string(),
  createdAt: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
});

export type SignIn = z.infer<typeof signInSchema>;

/** Newest first. */
export type SignIns = { signIns: SignIn[]; currentId: string | undefined };

/** The answer, or a sentence for the person who waits for it. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; code?: string; message: string };

const problemSchema = z.object({ code: z.string().optional(), message: z.string().optional() });

async function request<Value>(path: string, schema: z.ZodType<Value>, body?: object): Promise<Answer<Value>> {
  try {
    const response = await fetch(`/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const value = schema.safeParse(answer);
    if (response.ok && value.success) return { ok: true, value: value.data };
    return { ok: false, ...explain(response.ok ? 500 : response.status, answer) };
  } catch {
    return { ok: false, message: 'Toolcrib cannot be reached. Check your connection, then try again.' };
  }
}

function explain(status: number, answer: unknown) {
  const { code, message } = problemSchema.safeParse(answer).data ?? {};
  if (status === 401) return { code, message: 'You are signed out. Reload the page and sign in again.' };
  if (status === 429) return { code, message: 'Too many attempts. Wait a minute, then try again.' };
  if (status >= 500) return { code, message: 'That did not work just now. Try again in a moment.' };
  return { code, message: message ?? 'That did not work. Try again.' };
}

export async function listSignIns(): Promise<Answer<SignIns>> {
  const [sessions, current] = await Promise.all([
    request('/list-sessions', z.array(signInSchema)),
    request('/get-session', z.object({ session: z.object({ id: z.string() }) }).nullable()),
  ]);
  if (!sessions.ok) return sessions;
  if (!current.ok) return current;
  const signIns = sessions.value.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  return { ok: true, value: { signIns, currentId: current.value?.session.id } };
}

export function endSignIn(token: string): Promise<Answer<unknown>> {
  return request('/revoke-session', z.unknown(), { token });
}

export function endOtherSignIns(): Promise<Answer<unknown>> {
  return request('/revoke-other-sessions', z.unknown(), {});
}

/** People who came by a link or single sign-on have none until they set one. */
export async function hasPassword(): Promise<Answer<boolean>> {
  const accounts = await request('/list-accounts', z.array(z.object({ providerId: z.string() })));
  if (!accounts.ok) return accounts;
  return { ok: true, value: accounts.value.some(({ providerId }) => providerId === 'credential') };
}

export function changePassword(currentPassword: string, newPassword: string): Promise<Answer<unknown>> {
  // Other sign-ins are ended by a request of its own: with this one, the session in use would go as well.
  return request('/change-password', z.unknown(), { currentPassword, newPassword, revokeOtherSessions: false });
}

export function setFirstPassword(newPassword: string): Promise<Answer<unknown>> {
  return request('/set-password', z.unknown(), { newPassword });
}
