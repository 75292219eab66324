import { hasSignedOut } from './leave.ts';
import type { Viewer } from './viewer.tsx';

const PREFIX = 'toolcrib-note:';

export type TabNote = {
  read: () => unknown;
  /** Nothing removes it. */
  write: (content: unknown) => void;
};

/** What one person needs in one tenant to go on in this tab after a reload or a new sign-in. Nobody else can read it here. */
export function openTabNote({ user, tenant }: Pick<Viewer, 'user' | 'tenant'>, subject: string): TabNote {
  const own = `${PREFIX}${user.id}:`;
  const key = `${own}${tenant.id}:${subject}`;
  return {
    read: () =>
      attempt(() => {
        forgetOthers(own);
        return JSON.parse(sessionStorage.getItem(key) ?? 'null');
      }),
    write: (content) =>
      attempt(() => {
        if (content === undefined) sessionStorage.removeItem(key);
        else if (!hasSignedOut()) sessionStorage.setItem(key, JSON.stringify(content));
      }),
  };
}

/** Somebody else was signed in here before. */
function forgetOthers(own: string) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key);
  }
}

/** A convenience: private browsing may refuse it, and it may be full. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
