import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anApproval, approver, followed, keeping, stubWidth } from '#features/approvals/approvals-test-kit.tsx';
import { startFakeServer } from '../../test/fake-server.ts';
import { startFakeSockets } from '../../test/fake-socket.ts';
import { signedIn } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { clientFor } from './active-client.ts';

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

function open(path: string, permissions = approver) {
  stubWidth(true);
  const waiting = ['one', 'two'].map((id) => anApproval(id, { toolSlug: `pay-${id}` }));
  const kept = keeping(waiting);
  const server = startFakeServer({ fields: { ...signedIn({ permissions }), ...kept.fields } });
  return { server, ...kept, ...renderApp(path) };
}

const inboxLink = (name: string) => screen.findByRole('link', { name });

describe('what waits on the viewer', () => {
  it('is counted in the navigation and the title of the tab, live', async () => {
    const { decide } = open('/t/demo/inbox');
    expect(await inboxLink('2 waiting in Inbox')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('(2) Inbox · Toolcrib'));
    const tell = await followed('myInboxChanged');
    decide('one', 'APPROVE');
    act(() => tell({ __typename: 'InboxChange', count: 1 }));
    expect(await inboxLink('1 waiting in Inbox')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('(1) Inbox · Toolcrib'));
    decide('two', 'DENY');
    act(() => tell({ __typename: 'InboxChange', count: 0 }));
    expect(await inboxLink('Inbox')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Inbox · Toolcrib'));
    expect(await screen.findByRole('heading', { name: 'Nothing waits on you' })).toBeVisible();
  });

  it('is shown as somebody else leaves it, without a reload', async () => {
    const { change } = open('/t/demo/inbox/one');
    expect(await screen.findByRole('heading', { level: 1, name: 'Approval: pay-one' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
    const tell = await followed('approvalsChanged');
    change('one', { status: 'DENIED', decidedBy: 'bob@demo.test', mayDecide: false });
    act(() => tell({ __typename: 'ApprovalChange', id: 'one' }));
    expect(await screen.findByText(/bob@demo.test denied it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('says so when an approval is not there for the viewer', async () => {
    open('/t/demo/inbox/gone');
    expect(await screen.findByRole('heading', { level: 1, name: 'Approval not found' })).toBeVisible();
  });

  it('is there for those who may use no tools: a rule can name anybody', async () => {
    const { change } = open('/t/demo/inbox', ['members.tenant.read']);
    expect(await inboxLink('2 waiting in Inbox')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Tools' })).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
    const tell = await followed('myInboxChanged');
    change('one', { status: 'DENIED' });
    act(() => tell({ __typename: 'InboxChange', count: 1 }));
    expect(await inboxLink('1 waiting in Inbox')).toBeVisible();
  });

  it('opens on a page of its own for whoever has no right but to decide, and follows what others do', async () => {
    const { change } = open('/t/demo/inbox/one', ['approvals.team.decide']);
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeVisible();
    const tell = await followed('approvalsChanged');
    change('one', { status: 'DENIED', decidedBy: 'bob@demo.test', mayDecide: false });
    act(() => tell({ __typename: 'ApprovalChange', id: 'one' }));
    expect(await screen.findByText(/bob@demo.test denied it/)).toBeVisible();
  });
});
