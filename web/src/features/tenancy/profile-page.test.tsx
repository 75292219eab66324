import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeAnswers } from '../../../test/fake-server.ts';
import { ProfilePage } from './profile-page.tsx';
import { refuseField, renderSettings } from './settings-test-kit.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const here = {
  id: 's1',
  token: 'token-1',
  createdAt: '2026-11-16T10:00:00.000Z',
  ipAddress: '10.0.0.1',
  userAgent: firefox,
};
const there = { ...here, id: 's2', token: 'token-2', userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1' };

type Auth = NonNullable<FakeAnswers['auth']>;

const ok = () => Response.json({ status: true });

function renderProfile({ accounts = ['credential'], auth = {} as Auth, fields = {} } = {}) {
  const sessions = [here, there];
  const answers: Auth = {
    '/list-sessions': () => Response.json(sessions),
    '/get-session': () => Response.json({ session: here }),
    '/list-accounts': () => Response.json(accounts.map((providerId) => ({ providerId }))),
    '/revoke-session': ({ token }) => {
      sessions.splice(
        sessions.findIndex((session) => session.token === token),
        1,
      );
      return ok();
    },
    '/revoke-other-sessions': () => {
      sessions.length = 1;
      return ok();
    },
    '/change-password': ok,
    '/set-password': ok,
    ...auth,
  };
  const { user, server } = renderSettings(<ProfilePage />, { auth: answers, fields });
  const posted = (path: string) =>
    server.requests.filter((one) => one.path === `/api/auth${path}`).map(({ body }) => body);
  return { user, posted };
}

type Profile = ReturnType<typeof renderProfile>;

async function choosePassword({ user }: Profile, current: string | undefined, chosen: string, again = chosen) {
  const form = within(await screen.findByRole('region', { name: 'Password' }));
  const button = await form.findByRole('button', { name: current === undefined ? 'Set password' : 'Change password' });
  if (current !== undefined) await user.type(form.getByLabelText(/^Current password/), current);
  await user.type(form.getByLabelText(/^New password \*?$/), chosen);
  await user.type(form.getByLabelText(/^New password again/), again);
  await user.click(button);
  return form;
}

describe('changing the password', () => {
  it('needs the current one, and signs the other devices out', async () => {
    const profile = renderProfile();
    await choosePassword(profile, 'the old password', 'correct horse battery');
    expect(await screen.findByText('Password saved, other devices signed out.')).toBeVisible();
    expect(profile.posted('/change-password')).toEqual([
      { currentPassword: 'the old password', newPassword: 'correct horse battery', revokeOtherSessions: false },
    ]);
    expect(profile.posted('/revoke-other-sessions')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(screen.getByLabelText(/^Current password/)).toHaveValue('');
  });

  it.each([
    ['INVALID_PASSWORD', 'Invalid password', /^Current password/, 'This is not your current password.'],
    ['PASSWORD_TOO_WEAK', 'This password is easy to guess.', /^New password \*?$/, 'This password is easy to guess.'],
  ])('shows the complaint %s on its field', async (code, message, label, words) => {
    const refused = () => Response.json({ code, message }, { status: 400 });
    const profile = renderProfile({ auth: { '/change-password': refused } });
    const form = await choosePassword(profile, 'something', 'correct horse battery');
    await waitFor(() => expect(form.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(words)));
    expect(profile.posted('/revoke-other-sessions')).toEqual([]);
  });

  it('asks nothing of the server while the two new ones differ or are too short', async () => {
    const profile = renderProfile();
    const form = await choosePassword(profile, 'the old password', 'short', 'other');
    expect(await form.findByText('Use at least 10 characters.')).toBeVisible();
    expect(form.getByText('The two do not match.')).toBeVisible();
    expect(profile.posted('/change-password')).toEqual([]);
  });

  it('is setting a first one for people who came by a link', async () => {
    const profile = renderProfile({ accounts: [] });
    await choosePassword(profile, undefined, 'correct horse battery');
    await waitFor(() => expect(profile.posted('/set-password')).toEqual([{ newPassword: 'correct horse battery' }]));
  });
});

describe('the list of sign-ins', () => {
  it('marks this device and ends another one', async () => {
    const { user, posted } = renderProfile();
    const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
    const current = within((await list.findByText('Firefox on Linux')).closest('li')!);
    expect(current.getByText('this device')).toBeVisible();
    expect(current.queryByRole('button')).not.toBeInTheDocument();

    await user.click(list.getByRole('button', { name: 'Sign out Safari on iPhone' }));
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).not.toBeInTheDocument());
    expect(posted('/revoke-session')).toEqual([{ token: 'token-2' }]);
    expect(list.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('can be asked for again when it could not be loaded', async () => {
    let broken = true;
    const sessions = () => (broken ? Response.json({}, { status: 503 }) : Response.json([here]));
    const { user } = renderProfile({ auth: { '/list-sessions': sessions } });
    const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
    const again = await list.findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await list.findByText('Firefox on Linux')).toBeVisible();
  });
});

describe('the profile', () => {
  it('shows what the server says about the name on the name', async () => {
    const { user } = renderProfile({ fields: { updateProfile: () => refuseField('name', 'At most 80 characters.') } });
    const form = within(await screen.findByRole('region', { name: 'You' }));
    await user.type(form.getByLabelText(/^Name/), ' the First');
    await user.click(form.getByRole('button', { name: 'Save name' }));
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription(/At most 80 characters\./));
  });
});
