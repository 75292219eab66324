import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeAnswers, type FakeFields, refuse, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { olive, oliveSession, signedIn, signedOut } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';

const invitation = {
  tenantName: 'Demo Industries',
  email: 'new@demo.test',
  roleName: 'Member',
  needsAccount: true,
  expiresAt: '2026-12-01T10:00:00.000Z',
};

const joined = { email: 'new@demo.test', tenant: { slug: 'demo', name: 'Demo Industries' } };

function openInvitation(fields: FakeFields, preview: object | null, session: FakeAnswers['auth'] = {}) {
  const all: FakeFields = { ...fields, invitationPreview: () => preview, acceptInvitation: () => joined };
  const auth = { '/sign-in/email': () => Response.json({ token: 'x' }), ...session };
  return { fields: all, server: startFakeServer({ fields: all, auth }), ...renderApp('/invite/secret-token') };
}

beforeEach(() => {
  startFakeSockets();
});

describe('an invitation', () => {
  it('says where it leads, makes an account for a new person and signs them in', async () => {
    const { user, server, address, fields } = openInvitation(signedOut(), invitation);
    expect(await screen.findByRole('heading', { name: 'Join Demo Industries' })).toBeInTheDocument();
    expect(screen.getByText(/You are invited as Member/)).toHaveTextContent('new@demo.test');
    await user.type(screen.getByLabelText('Your name'), 'Nova New');
    await user.type(screen.getByLabelText('Choose a password'), 'four random words');
    Object.assign(fields, signedIn());
    await user.click(screen.getByRole('button', { name: 'Create account and join' }));
    await waitFor(() => expect(address()).toBe('/t/demo'));
    const [accepted] = server.of('AcceptInvitation');
    expect(accepted?.variables).toEqual({
      input: { token: 'secret-token', name: 'Nova New', password: 'four random words' },
    });
    const signIn = server.requests.find(({ path }) => path === '/api/auth/sign-in/email');
    expect(signIn?.body).toEqual({ email: 'new@demo.test', password: 'four random words' });
  });

  it('shows what the server says about the password on that field', async () => {
    const { user, fields } = openInvitation(signedOut(), invitation);
    const message = 'This password is easy to guess. Use a few random words instead.';
    fields.acceptInvitation = () => refuse('BAD_USER_INPUT', 'No.', { fields: [{ path: ['password'], message }] });
    await user.type(await screen.findByLabelText('Your name'), 'Nova');
    await user.type(screen.getByLabelText('Choose a password'), 'password-2026');
    await user.click(screen.getByRole('button', { name: 'Create account and join' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Choose a password')).toBeInvalid();
  });

  it('is accepted with one click by the invited person who is signed in', async () => {
    const preview = { ...invitation, email: olive.email.toUpperCase(), needsAccount: false };
    const { user, server, address } = openInvitation(signedIn(), preview, oliveSession);
    await user.click(await screen.findByRole('button', { name: 'Join Demo Industries' }));
    await waitFor(() => expect(address()).toBe('/t/demo'));
    expect(server.of('AcceptInvitation')[0]?.variables).toEqual({ input: { token: 'secret-token' } });
  });

  it('asks the invited person to sign in first, and comes back', async () => {
    openInvitation(signedOut(), { ...invitation, needsAccount: false });
    const link = await screen.findByRole('link', { name: 'Sign in to accept' });
    expect(link).toHaveAttribute('href', '/sign-in?next=%2Finvite%2Fsecret-token&email=new%40demo.test');
  });

  it('does not let somebody else accept it', async () => {
    openInvitation(signedIn(), { ...invitation, needsAccount: false }, oliveSession);
    expect(await screen.findByText(/You are signed in as owner@demo.test/)).toHaveTextContent('new@demo.test');
    expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument();
  });

  it('tells what to do when it is no longer valid', async () => {
    openInvitation(signedOut(), null);
    expect(await screen.findByRole('heading', { name: 'This invitation is not valid' })).toBeInTheDocument();
    expect(screen.getByText(/Ask the person who invited you for a new one/)).toBeInTheDocument();
  });
});
