import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AlwaysAllowForm } from './always-allow-form.tsx';
import { anApproval, approver, renderApprovals } from './approvals-test-kit.tsx';

it('says how many calls of the past it would have let pass, for the caller and for everybody', async () => {
  const { user, server } = renderApprovals(
    <AlwaysAllowForm approvalId="a1" toolSlug="pay" requestedBy="key billing" onDone={() => {}} onCancel={() => {}} />,
    {
      approval: (_args, { variables }) =>
        anApproval('a1', { rehearseAlwaysAllow: { looked: 40, changed: variables?.forCaller ? 1 : 12 } }),
    },
    [...approver, 'approvals.team.rules'],
  );
  expect(
    await screen.findByText('Of 40 calls in the last 30 days, 1 that waited would have run at once.'),
  ).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  expect(await screen.findByText(/, 12 that waited would have run at once/)).toBeVisible();
  expect(server.of('GrantPreviewQuery').at(-1)?.variables).toMatchObject({ id: 'a1', forCaller: false, limit: null });
});
