export type AuthResult = { ok: true; url?: string } | { ok: false; status: number; message: string };

const unreachable: AuthResult = {
  ok: false,
  status: 0,
  message: 'Toolcrib cannot be reached. Check your connection and try again.',
};

async function post(path: string, body: unknown): Promise<AuthResult> {
  try {
    const response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json().catch(() => null)) as {
      message?: string;
      url?: string;
    } | null;
    if (response.ok) return { ok: true, url: answer?.url };
    return {
      ok: false,
      status: response.status,
      message: explain(response.status, answer?.message),
    };
  } catch {
    return unreachable;
  }
}

function explain(status: number, message: string | undefined): string {
  if (status === 401) return 'E-mail address or password is wrong.';
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  if (status >= 500 && !message) return 'Toolcrib could not do this just now. Try again in a moment.';
  return message ?? 'That did not work. Check what you entered and try again.';
}

export function signInWithPassword(email: string, password: string): Promise<AuthResult> {
  return post('/sign-in/email', { email, password });
}

/** Answers with the address of the identity provider, where the browser has to go. */
export function startSingleSignOn(providerId: string, callbackURL: string): Promise<AuthResult> {
  return post('/sign-in/social', {
    provider: providerId,
    callbackURL,
    errorCallbackURL: '/sign-in',
  });
}

export function signOut(): Promise<AuthResult> {
  return post('/sign-out', {});
}

export async function findSignedInEmail(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/auth/get-session', { credentials: 'same-origin' });
    const session = (await response.json()) as { user?: { email?: string } } | null;
    return session?.user?.email;
  } catch {
    return undefined;
  }
}
