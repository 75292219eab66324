import { Button, Text } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { CombinedError } from '@urql/core';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../../test/render.tsx';
import { type Impact, readImpact, useImpactConfirm } from './impact-dialog.tsx';

const step: Impact = { kind: 'composition', subject: 'report', message: 'Step one calls it.' };
const section: Impact = { kind: 'outputSection', subject: 'sum', message: 'Section Total: the output total is gone.' };

function refusal(extensions: object) {
  return new CombinedError({ graphQLErrors: [{ message: 'No.', extensions: { code: 'CONFLICT', ...extensions } }] });
}

function Asker({ impact }: { impact: Impact[] }) {
  const confirm = useImpactConfirm();
  const [answer, setAnswer] = useState('not asked');
  return (
    <>
      <Button onClick={async () => setAnswer((await confirm(impact)) ? 'goes on' : 'stays')}>Change</Button>
      <Text>{answer}</Text>
    </>
  );
}

describe('what a change would break', () => {
  it.each([
    ['a list of it', refusal({ impact: [step, section] }), [step, section]],
    ['another conflict', refusal({ current: { version: 2 } }), undefined],
    ['an empty list', refusal({ impact: [] }), undefined],
    ['a list of something else', refusal({ impact: ['report', null] }), undefined],
    ['a lost connection', new CombinedError({ networkError: new Error('offline') }), undefined],
    ['no error', undefined, undefined],
  ])('is read from %s', (_name, error, impact) => {
    expect(readImpact(error)).toEqual(impact);
  });

  it('is listed with what it is and why, and going on is a choice', async () => {
    const { user } = renderAlone(<Asker impact={[step, section]} />);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This breaks 2 things' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Composition report: Step one calls it.',
      'Output section of sum: Section Total: the output total is gone.',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Go on anyway' }));
    expect(await screen.findByText('goes on')).toBeVisible();
  });

  it('stays as it is when the dialog is cancelled', async () => {
    const { user } = renderAlone(<Asker impact={[{ ...step, kind: 'schedule' }]} />);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This breaks 1 thing' }));
    expect(dialog.getByRole('listitem')).toHaveTextContent('schedule report: Step one calls it.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('stays')).toBeVisible();
  });
});
