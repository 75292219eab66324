import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAlone } from '../../../test/render.tsx';
import { AdditionalInputs } from './additional-inputs.tsx';

describe('additional inputs', () => {
  it('are closed at first, under a title, and open by a click', async () => {
    const { user } = renderAlone(<AdditionalInputs className="mine">Model</AdditionalInputs>);
    const title = screen.getByText('Additional options');
    const details = title.closest('details')!;
    expect(details).toHaveClass('mine');
    expect(details).not.toHaveAttribute('open');
    await user.click(title);
    expect(details).toHaveAttribute('open');
  });

  it('may have another title', () => {
    renderAlone(<AdditionalInputs title="For operators">Model</AdditionalInputs>);
    expect(screen.getByText('For operators')).toBeVisible();
  });

  it('are not in the page at all where embedded', () => {
    renderAlone(<AdditionalInputs mode="embed">Model</AdditionalInputs>);
    expect(document.body).not.toHaveTextContent('Additional options');
    expect(document.body).not.toHaveTextContent('Model');
  });
});
