import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { CopyCall } from './copy-call.tsx';

async function copy(form: string, input: object) {
  const { user } = renderAlone(<CopyCall slug="pay" input={input} />);
  await user.click(screen.getByRole('button', { name: 'Copy as' }));
  const item = await screen.findByRole('menuitem', { name: form });
  const isWarned = screen.queryByText('Hidden values are not copied: fill them in.') !== null;
  await user.click(item);
  await screen.findByRole('button', { name: 'Copied' });
  return { isWarned, text: await navigator.clipboard.readText() };
}

describe('a copied call with hidden values', () => {
  const input = { user: 'olive', pin: '••••', accounts: [{ iban: '••••' }, '••••'] };

  it.each(['GraphQL', 'curl', 'TypeScript'])('has gaps instead, with which it cannot run: %s', async (form) => {
    const { text, isWarned } = await copy(form, input);
    expect(isWarned).toBe(true);
    expect(screen.getByRole('status')).toHaveTextContent('Copied without the hidden values: fill them in.');
    expect(text).not.toContain('••••');
    expect(text).toMatch(/"pin": ?<hidden: fill in>/);
    expect(text).toMatch(/"iban": ?<hidden: fill in>/);
  });

  it('is no JSON until the gaps are filled', async () => {
    const { text } = await copy('curl', input);
    const body = /-d '(.*)'$/.exec(text)![1]!;
    expect(() => JSON.parse(body)).toThrow();
    const filled = JSON.parse(body.replaceAll('<hidden: fill in>', '"1234"'));
    expect(filled.variables.input.input).toEqual({ user: 'olive', pin: '1234', accounts: [{ iban: '1234' }, '1234'] });
  });
});

it('a copied call without hidden values is as it was made', async () => {
  const { text, isWarned } = await copy('curl', { note: 'say "••••" to them' });
  expect(isWarned).toBe(false);
  expect(screen.getByRole('status')).toHaveTextContent(/^Copied$/);
  expect(text).toContain(JSON.stringify({ note: 'say "••••" to them' }));
});
