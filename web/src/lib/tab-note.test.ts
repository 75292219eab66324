import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../test/fake-server.ts';
import { olive } from '../../test/people.ts';

const demo = { id: 'tenant-demo', slug: 'demo', name: 'Demo' };

/** A page of its own for each test: whether one has signed out is remembered for the life of a page. */
async function openPage() {
  vi.resetModules();
  const [{ openTabNote }, leave] = await Promise.all([import('./tab-note.ts'), import('./leave.ts')]);
  return { note: openTabNote({ user: olive, tenant: demo }, 'pay'), ...leave };
}

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  startFakeServer({ auth: { '/sign-out': () => Response.json({ success: true }) } });
});

describe('a note for the next visit in this tab', () => {
  it('outlives a session that ended by itself', async () => {
    const { note, goToSignIn } = await openPage();
    goToSignIn('session-ended');
    note.write({ to: 'Mia' });
    expect((await openPage()).note.read()).toEqual({ to: 'Mia' });
  });

  it('is gone when the person signs out, and none is written on the way out', async () => {
    const { note, signOutAndLeave } = await openPage();
    note.write({ to: 'Mia' });
    await signOutAndLeave();
    note.write({ to: 'Mia' });
    expect((await openPage()).note.read()).toBeNull();
  });

  it('is nothing to fail over where the browser keeps none', async () => {
    const { note } = await openPage();
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => note.write({ to: 'Mia' })).not.toThrow();
    expect(note.read()).toBeUndefined();
  });
});
