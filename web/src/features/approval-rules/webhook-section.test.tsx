import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refuseField, renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import type { FakeFields } from '../../../test/fake-server.ts';
import { WebhookSection } from './webhook-section.tsx';

const ADDRESS = 'https://hooks.example.com/a';
const notice = (id: string, more: object) => ({
  id,
  eventId: id,
  approvalId: `approval-${id}`,
  news: 'opened',
  status: 'delivered',
  attempts: 1,
  problem: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  settledAt: null,
  ...more,
});

function open(more: FakeFields = {}, permissions = ['settings.tenant.update', 'secrets.tenant.update']) {
  const webhook = { url: null as string | null, failed: 0, notices: [] };
  const fields: FakeFields = {
    approvalWebhook: () => webhook,
    setApprovalWebhook: ({ input }) => {
      webhook.url = input.url || null;
      return { webhook };
    },
    testApprovalWebhook: () => ({ delivered: true, message: 'hooks.example.com took it.' }),
    revealWebhookSigningKey: () => ({ key: 'whk_secret' }),
    ...more,
  };
  return renderSettings(<WebhookSection />, { fields, permissions });
}

it('tries an address before it is saved, then saves it', async () => {
  const { user, server } = open();
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), ADDRESS);
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('hooks.example.com took it.')).toBeVisible();
  expect(server.of('WebhookForm_testApprovalWebhook')[0]?.variables).toEqual({ input: { url: ADDRESS } });
  expect(server.of('WebhookForm_setApprovalWebhook')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save address' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save address' })).toBeDisabled());
  expect(server.of('WebhookForm_setApprovalWebhook')[0]?.variables).toEqual({ input: { url: ADDRESS } });
});

it.each(['Send a test', 'Save address'])('%s shows at the address what is wrong with it', async (button) => {
  const refused = () => refuseField('url', 'This address is not on the open internet.');
  const { user } = open({ setApprovalWebhook: refused, testApprovalWebhook: refused });
  const address = await screen.findByRole('textbox', { name: 'Address' });
  await user.type(address, 'http://10.0.0.1');
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(address).toHaveAccessibleDescription(/not on the open internet/));
});

it('says what the receiver answered when a test does not arrive', async () => {
  const { user } = open({
    testApprovalWebhook: () => ({ delivered: false, message: 'hooks.example.com answered 404 Not Found.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('The test did not arrive')).toBeVisible();
  expect(screen.getByText('hooks.example.com answered 404 Not Found.')).toBeVisible();
});

it('names what was given up, why, and leads to the call', async () => {
  const problem = 'hooks.example.com answered 500 Internal Server Error.';
  const notices = [notice('1', { status: 'failed', attempts: 13, problem }), notice('2', { news: 'decided' })];
  open({ approvalWebhook: () => ({ url: ADDRESS, failed: 1, notices }) });
  expect(await screen.findByText('1 piece of news given up after an hour of trying')).toBeVisible();
  const list = within(screen.getByRole('list', { name: 'Latest news' }));
  expect(list.getByText(`Tried 13 times. ${problem}`)).toBeVisible();
  expect(list.getByRole('link', { name: 'Call opened' })).toHaveAttribute('href', '/t/demo/inbox/approval-1');
});

it('shows the signing key on demand', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Show the signing key' }));
  expect(await screen.findByRole('textbox', { name: 'Signing key' })).toHaveValue('whk_secret');
});

it('offers no signing key without the right to it', async () => {
  open({}, ['settings.tenant.update']);
  await screen.findByRole('textbox', { name: 'Address' });
  expect(screen.queryByRole('button', { name: 'Show the signing key' })).not.toBeInTheDocument();
});
