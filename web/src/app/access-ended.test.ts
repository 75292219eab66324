import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../test/fake-server.ts';
import { signedIn, signedOut } from '../../test/people.ts';

/** A page of its own for each test: whether one is leaving is remembered for the life of a page. */
async function openPage() {
  vi.resetModules();
  const { leaveAfterRevocation } = await import('./access-ended.ts');
  const { goToSignIn, signOutAndLeave } = await import('#lib/leave.ts');
  return { leaveAfterRevocation, goToSignIn, signOutAndLeave };
}

const signOut = vi.fn(() => Response.json({ success: true }));
const auth = { '/sign-out': signOut };
let assign: ReturnType<typeof vi.fn>;

beforeEach(() => {
  signOut.mockClear();
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {}) as never;
});

describe('when access was revoked', () => {
  it('signs the person out, with an explanation, if the session is over', async () => {
    startFakeServer({ fields: signedOut(), auth });
    const { leaveAfterRevocation } = await openPage();
    await leaveAfterRevocation();
    expect(signOut).toHaveBeenCalledOnce();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/sign-in?error=access-ended');
  });

  it('only leaves the tenant if the person is still signed in', async () => {
    startFakeServer({ fields: signedIn(), auth });
    const { leaveAfterRevocation } = await openPage();
    await leaveAfterRevocation();
    expect(signOut).not.toHaveBeenCalled();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/?notice=access-ended');
  });

  it('says nothing to somebody who is signing out anyway', async () => {
    startFakeServer({ fields: signedOut(), auth });
    const { leaveAfterRevocation, goToSignIn, signOutAndLeave } = await openPage();
    const leaving = signOutAndLeave();
    await leaveAfterRevocation();
    goToSignIn('session-ended');
    await leaving;
    expect(assign).toHaveBeenCalledExactlyOnceWith('/sign-in');
  });

  it('stays when signing out fails, so that nobody believes to be signed out who is not', async () => {
    startFakeServer({ auth: { '/sign-out': () => Response.json({ message: 'Not now.' }, { status: 503 }) } });
    const { signOutAndLeave } = await openPage();
    expect(await signOutAndLeave()).toEqual({ ok: false, status: 503, message: 'Not now.' });
    expect(assign).not.toHaveBeenCalled();
  });
});
