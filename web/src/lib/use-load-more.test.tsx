import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiKeysPage } from '#features/tenancy/api-keys-page.tsx';
import { aKey, choices, connectionOf, renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { type FakeFields, refuse } from '../../test/fake-server.ts';

function manyKeys(count: number) {
  return Array.from({ length: count }, (_, index) => aKey(`Key ${String(index + 1).padStart(2, '0')}`));
}

const shownKeys = () => screen.getAllByRole('rowheader').map((cell) => /Key \d+/.exec(cell.textContent ?? '')?.[0]);

/** Short pages, so that few rows make several. */
const pageOf = (list: ReturnType<typeof manyKeys>, args: { after?: string | null }) =>
  connectionOf(list, { ...args, first: 4 });

function renderKeys(list: ReturnType<typeof manyKeys>, more: FakeFields = {}) {
  return renderSettings(<ApiKeysPage />, { fields: { ...choices, apiKeys: (args) => pageOf(list, args), ...more } });
}

describe('a list that loads more', () => {
  it('grows by a page, says how much is shown, and keeps a place for the reader at the end', async () => {
    const { user, server } = renderKeys(manyKeys(6));
    expect(await screen.findByText('Showing 4 of 6 API keys')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));

    const summary = await screen.findByText('6 API keys');
    expect(shownKeys()).toEqual(manyKeys(6).map(({ name }) => name));
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    await waitFor(() => expect(summary).toHaveFocus());
    expect(server.of('ApiKeysPageQuery').map(({ variables }) => variables?.after)).toEqual([null, 'key-Key 04']);
  });

  it('neither repeats nor drops rows of later pages when a row comes or goes', async () => {
    const list = manyKeys(10);
    const revokeApiKey: FakeFields[string] = ({ input }) => {
      const [revoked] = list.splice(
        list.findIndex(({ id }) => id === input.id),
        1,
      );
      return { apiKey: { ...revoked, status: 'REVOKED', revokedAt: '2026-11-16T10:00:00.000Z' } };
    };
    const { user } = renderKeys(list, { revokeApiKey });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(shownKeys()).toHaveLength(8));

    await user.click(screen.getByRole('button', { name: 'Revoke Key 03' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(shownKeys()).toEqual(list.slice(0, 8).map(({ name }) => name)));
    expect(shownKeys()).not.toContain('Key 03');
  });

  it('keeps what is loaded when the next page fails, and can try again', async () => {
    const list = manyKeys(6);
    let broken = true;
    const apiKeys: FakeFields[string] = (args) =>
      args.after && broken ? refuse('UNAVAILABLE', 'Away.') : pageOf(list, args);
    const { user } = renderKeys(list, { apiKeys });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));

    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(shownKeys()).toHaveLength(4);
    broken = false;
    await user.click(again);
    await waitFor(() => expect(shownKeys()).toHaveLength(6));
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});
