import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'urql';
import { describe, expect, it } from 'vitest';
import { createTenantClient } from '#app/client.ts';
import { useViewer, ViewerProvider } from '#lib/viewer.tsx';
import { ApprovalPane } from './approval-pane.tsx';
import { anApproval, keeping, look, renderApprovals } from './approvals-test-kit.tsx';

const denyOptions = [{ label: 'Wrong amount', reason: 'It is another one on the invoice.' }];
const another = createTenantClient('demo').client;

/** Places to go to and come back from: two calls, a page without any, the second person and the second tenant. */
function Places() {
  const [place, setPlace] = useState('one');
  const viewer = useViewer();
  const isBob = place === 'as Bob';
  const pane = <ApprovalPane id={place === 'two' ? 'two' : 'one'} />;
  const seen = isBob ? { ...viewer, user: { ...viewer.user, id: 'bob' } } : viewer;
  return (
    <>
      {['one', 'two', 'elsewhere', 'as Bob', 'as a new client'].map((name) => (
        <button type="button" key={name} onClick={() => setPlace(name)}>
          Go {name}
        </button>
      ))}
      {place === 'as a new client' && <Provider value={another}>{pane}</Provider>}
      {!['elsewhere', 'as a new client'].includes(place) && (
        <ViewerProvider key={seen.user.id} viewer={seen}>
          {pane}
        </ViewerProvider>
      )}
    </>
  );
}

async function openPlaces() {
  const kept = keeping(
    ['one', 'two'].map((id) => anApproval(id, { toolSlug: `pay-${id}`, denyOptions })),
    { askRequester: ({ input }) => ({ approval: anApproval(input.id, { toolSlug: `pay-${input.id}` }) }) },
  );
  const { user, server } = renderApprovals(<Places />, kept.fields);
  const card = () => within(screen.getByRole('article'));
  const go = async (place: string) => {
    await user.click(screen.getByRole('button', { name: `Go ${place}` }));
    if (place !== 'elsewhere') await screen.findByRole('article', { name: /^Call of/ });
  };
  const press = (name: string) => user.click(card().getByRole('button', { name }));
  const field = (name: string) => card().findByRole('textbox', { name });
  const write = async (name: string, text: string) => {
    await user.clear(await field(name));
    await user.type(await field(name), text);
  };
  await screen.findByRole('article', { name: 'Call of pay-one' });
  return { user, server, card, go, press, field, write, ...kept };
}

describe('what was typed about a call and not sent', () => {
  it('is there again after another call, another panel, Escape and another page', async () => {
    const { user, go, press, field, write } = await openPlaces();
    await press('Edit and approve');
    await write('Amount to pay', '30');
    await press('Ask');
    await write('Your question to whoever asked', 'What for?');
    await press('Deny');
    await user.keyboard('Too much');
    await go('two');
    await press('Edit and approve');
    expect(await field('Amount to pay')).toHaveValue('40');
    await go('one');
    await press('Edit and approve');
    expect(await field('Amount to pay')).toHaveValue('30');
    await user.click(await field('Amount to pay'));
    await user.keyboard('{Escape}');
    await go('elsewhere');
    await go('one');
    await press('Ask');
    expect(await field('Your question to whoever asked')).toHaveValue('What for?');
    await press('Deny');
    expect(await field('Reason')).toHaveValue('Too much');
    expect(await field('Reason')).toHaveFocus();
    await press('Edit and approve');
    expect(await field('Amount to pay')).toHaveValue('30');
  });

  it('is a named refusal too, as long as the tool names it', async () => {
    const { user, card, change, go, press } = await openPlaces();
    await press('Deny');
    await user.click(card().getByRole('radio', { name: 'Wrong amount' }));
    await user.keyboard('{Escape}');
    await press('Deny');
    expect(card().getByRole('radio', { name: 'Wrong amount' })).toBeChecked();
    expect(card().getByRole('radio', { name: 'Wrong amount' })).toHaveFocus();
    await go('two');
    change('one', { denyOptions: [{ label: 'No', reason: 'No.' }] });
    await go('one');
    await press('Deny');
    await card().findByRole('radio', { name: 'No' });
    for (const radio of card().getAllByRole('radio')) expect(radio).not.toBeChecked();
  });

  it('makes an approval of other arguments a question', async () => {
    const { user, server, card, press, write } = await openPlaces();
    await press('Edit and approve');
    await write('Amount to pay', '9');
    await user.keyboard('{Escape}');
    await look();
    expect(card().getByText('The arguments you changed are kept, but not sent.')).toBeVisible();
    await user.keyboard('aa');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the call as asked?' }));
    expect(server.of('Decide_decideApproval')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Approve as asked' }));
    expect(await card().findByText(/ada@demo.test approved it/)).toBeVisible();
    expect(server.of('Decide_decideApproval').map(({ variables }) => variables?.input)).toEqual([
      { id: 'one', decision: 'APPROVE' },
    ]);
  });

  it('is forgotten by Reset and by Cancel, and once it is sent', async () => {
    const { user, card, press, field, write } = await openPlaces();
    await press('Edit and approve');
    await write('Amount to pay', '9');
    await press('Reset');
    await user.type(await field('Amount to pay'), '{Escape}');
    expect(card().getByRole('button', { name: 'Approve' })).toBeVisible();
    await press('Deny');
    await user.keyboard('No');
    await press('Cancel');
    await press('Deny');
    expect(card().getByRole('radio', { name: 'Another reason' })).not.toBeChecked();
    await press('Ask');
    await write('Your question to whoever asked', 'Why?');
    await user.click(within(card().getByRole('group', { name: 'Ask' })).getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(card().queryByRole('group', { name: 'Ask' })).not.toBeInTheDocument());
    await press('Ask');
    expect(await field('Your question to whoever asked')).toHaveValue('');
  });

  it('is gone once somebody has decided', async () => {
    const { user, card, decide, change, go, press, field, write } = await openPlaces();
    await press('Ask');
    await write('Your question to whoever asked', 'What for?');
    await go('elsewhere');
    decide('one', 'APPROVE');
    await go('one');
    await screen.findByText(/ada@demo.test approved it/);
    await go('two');
    change('one', { status: 'PENDING', mayDecide: true });
    await go('one');
    await user.click(await card().findByRole('button', { name: 'Ask' }));
    expect(await field('Your question to whoever asked')).toHaveValue('');
  });

  it('is shown to nobody else and in no other tenant', async () => {
    const { user, go, press, field, write } = await openPlaces();
    await press('Edit and approve');
    await write('Amount to pay', '30');
    for (const place of ['as Bob', 'as a new client']) {
      await go(place);
      await press('Edit and approve');
      expect(await field('Amount to pay')).toHaveValue('40');
      await user.keyboard('{Escape}');
    }
    await go('one');
    await press('Edit and approve');
    expect(await field('Amount to pay')).toHaveValue('30');
  });

  it('is marked when other arguments are asked for by now, and Reset shows those', async () => {
    const { card, change, go, press, field, write } = await openPlaces();
    await press('Edit and approve');
    await write('Amount to pay', '30');
    await go('two');
    change('one', { input: { payee: 'Acme', amount: 70 } });
    await go('one');
    await card().findByText('70');
    await press('Edit and approve');
    expect(await card().findByText('The call has changed')).toBeVisible();
    expect(await field('Amount to pay')).toHaveValue('30');
    await press('Reset');
    expect(await field('Amount to pay')).toHaveValue('70');
  });
});
