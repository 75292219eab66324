import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../test/render.tsx';
import { CopyField } from './copy-field.tsx';

describe('a value to copy', () => {
  it('goes to the clipboard, and that is said aloud', async () => {
    const { user } = renderAlone(<CopyField label="API key" value="tc_secret" />);
    expect(screen.getByLabelText('API key')).toHaveValue('tc_secret');
    await user.click(screen.getByRole('button', { name: 'Copy API key' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('API key copied'));
    expect(await navigator.clipboard.readText()).toBe('tc_secret');
  });
});
