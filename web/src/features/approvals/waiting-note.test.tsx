import { screen } from '@testing-library/react';
import { useQuery } from 'urql';
import { describe, expect, it } from 'vitest';
import { graphql } from '#gql/gql.ts';
import { anApproval, keeping, renderApprovals } from './approvals-test-kit.tsx';
import { RunWaiting } from './waiting-note.tsx';

const RunWaitingTestQuery = graphql(`
  query RunWaitingTestQuery {
    approval(id: "a1") { id ...RunWaiting_approval }
  }
`);

function OfARun() {
  const [{ data }] = useQuery({ query: RunWaitingTestQuery });
  return data?.approval ? <RunWaiting approval={data.approval} /> : null;
}

describe('a run that waits', () => {
  it.each([
    ['the viewer', {}, 'Waiting for you to decide.'],
    ['several', { needed: 3 }, 'Waiting for you and others: 3 must still agree.'],
    ['several others', { needed: 2, mayDecide: false }, 'Waiting for 2 people to agree.'],
    [
      'several by name',
      { needed: 2, mayDecide: false, waitingFor: ['Eve', 'Bob', 'anybody with the role Admin'] },
      'Waiting for 2 people to agree: Eve, Bob or anybody with the role Admin.',
    ],
    ['one person', { mayDecide: false, waitingFor: ['Eve Approver'] }, 'Waiting for Eve Approver.'],
    ['anybody', { mayDecide: false }, 'Waiting for somebody who may decide.'],
  ])('says that it waits for %s, with the card', async (_name, about, words) => {
    renderApprovals(<OfARun />, keeping([anApproval('a1', about)]).fields);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('article', { name: 'Call of pay' })).toBeVisible();
  });

  it('shows how it was decided once it waits no more', async () => {
    const denied = { status: 'DENIED', mayDecide: false, decidedBy: 'bob@demo.test', reason: 'No.' };
    renderApprovals(<OfARun />, keeping([anApproval('a1', denied)]).fields);
    expect(await screen.findByText(/bob@demo.test denied it/)).toHaveTextContent('No.');
    expect(screen.queryByText(/Waiting for/)).not.toBeInTheDocument();
  });
});
