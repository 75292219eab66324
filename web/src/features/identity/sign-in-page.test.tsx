import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswers, refuse, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { oliveSession, signedIn, signedOut } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';

const accepted = () => Response.json({ token: 'x' });

beforeEach(() => {
  startFakeSockets();
});

async function signInAt(path: string, auth: FakeAnswers['auth'], fields = signedOut()) {
  const server = startFakeServer({ fields, auth });
  const app = renderApp(path);
  await app.user.type(await screen.findByLabelText('E-mail address'), 'owner@demo.test');
  await app.user.type(screen.getByLabelText('Password'), 'correct horse');
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { ...app, server, submit, fields };
}

describe('the sign-in page', () => {
  it('signs in and goes on to where one came from', async () => {
    const { server, submit, address, fields } = await signInAt('/sign-in?next=/t/ims', { '/sign-in/email': accepted });
    Object.assign(fields, signedIn());
    await submit();
    await waitFor(() => expect(address()).toBe('/t/ims'));
    const request = server.requests.find(({ path }) => path === '/api/auth/sign-in/email');
    expect(request?.body).toEqual({ email: 'owner@demo.test', password: 'correct horse' });
    expect(request?.credentials).toBe('same-origin');
  });

  it('stays on this site, whatever the address says', async () => {
    const path = '/sign-in?next=%2F%2Fevil.example%2Fphish';
    const { submit, address, fields } = await signInAt(path, { '/sign-in/email': accepted });
    Object.assign(fields, signedIn());
    await submit();
    await waitFor(() => expect(address()).toBe('/t/demo'));
  });

  it('says that the password is wrong, keeps the address and asks for the password again', async () => {
    const { submit, address } = await signInAt('/sign-in', {
      '/sign-in/email': () => Response.json({ message: 'Invalid email or password' }, { status: 401 }),
    });
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent('E-mail address or password is wrong.');
    expect(screen.getByLabelText('E-mail address')).toHaveValue('owner@demo.test');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(address()).toBe('/sign-in');
  });

  it('asks for both fields before it asks the server', async () => {
    const server = startFakeServer({ fields: signedOut() });
    const { user } = renderApp('/sign-in');
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Enter your e-mail address.')).toBeInTheDocument();
    expect(screen.getByText('Enter your password.')).toBeInTheDocument();
    expect(server.requests.some(({ path }) => path === '/api/auth/sign-in/email')).toBe(false);
  });

  it.each([
    ['link-used', 'Each link works once'],
    ['access-ended', 'Your access has ended'],
    ['toString', 'Signing in did not work.'],
  ])('explains ?error=%s', async (reason, text) => {
    startFakeServer({ fields: signedOut() });
    renderApp(`/sign-in?error=${reason}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('opens also with a cookie that has run out', async () => {
    const server = startFakeServer({
      fields: signedOut({
        signInOptions: (_args, { credentials }) =>
          credentials === 'omit'
            ? { emailAndPassword: true, demo: false, singleSignOn: null }
            : refuse('UNAUTHENTICATED', 'Your sign-in has ended.'),
      }),
    });
    const { address } = renderApp('/sign-in');
    expect(await screen.findByLabelText('Password')).toBeInTheDocument();
    expect(address()).toBe('/sign-in');
    expect(server.of('SignInPageQuery')).toHaveLength(1);
  });

  it('does not keep people who are signed in already', async () => {
    startFakeServer({ fields: signedIn(), auth: oliveSession });
    const { address } = renderApp('/sign-in?next=/t/ims');
    await waitFor(() => expect(address()).toBe('/t/ims'));
  });

  it('shows how to get in only where it is a demo', async () => {
    const options = { emailAndPassword: true, demo: true, singleSignOn: null };
    startFakeServer({ fields: signedOut({ signInOptions: () => options }) });
    renderApp('/sign-in');
    expect(await screen.findByText('npm run crib -- sign-in-link --email owner@demo.test')).toBeInTheDocument();
  });

  it('leads to the identity provider and back to where one came from', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const singleSignOn = { providerId: 'oidc', name: 'Acme ID' };
    const server = startFakeServer({
      fields: signedOut({ signInOptions: () => ({ emailAndPassword: false, demo: false, singleSignOn }) }),
      auth: { '/sign-in/social': () => Response.json({ url: 'https://id.acme.example/authorize', redirect: true }) },
    });
    const { user } = renderApp('/sign-in?next=/t/ims');
    await user.click(await screen.findByRole('button', { name: 'Continue with Acme ID' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.acme.example/authorize'));
    const request = server.requests.find(({ path }) => path === '/api/auth/sign-in/social');
    expect(request?.body).toMatchObject({ provider: 'oidc', callbackURL: '/t/ims' });
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });
});
