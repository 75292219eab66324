import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../test/render.tsx';
import { confirmAction } from './confirm.tsx';

async function ask() {
  const { user } = renderAlone(<main>Page</main>);
  const answer = confirmAction({
    title: 'Revoke key?',
    body: 'It stops working at once.',
    confirmLabel: 'Revoke key',
    danger: true,
  });
  expect(await screen.findByRole('dialog', { name: 'Revoke key?' })).toHaveTextContent('It stops working at once.');
  return { user, answer };
}

describe('a confirmation', () => {
  it('is true only after the named button', async () => {
    const { user, answer } = await ask();
    await user.click(screen.getByRole('button', { name: 'Revoke key' }));
    expect(await answer).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('is false after Cancel', async () => {
    const { user, answer } = await ask();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await answer).toBe(false);
  });

  it('is false after Escape', async () => {
    const { user, answer } = await ask();
    await user.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });
});
