import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Page } from './page.tsx';

function Site() {
  return (
    <MantineProvider env="test">
      <MemoryRouter>
        <Link to="/second">Go on</Link>
        <Routes>
          <Route index element={<Page title="First" description="The first page." />} />
          <Route path="second" element={<Page title="Second" />} />
        </Routes>
      </MemoryRouter>
    </MantineProvider>
  );
}

describe('a page', () => {
  it('names the document and leaves the focus alone when it is the first one', () => {
    render(<Site />);
    expect(document.title).toBe('First · Toolcrib');
    expect(screen.getByText('The first page.')).toBeInTheDocument();
    expect(document.body).toHaveFocus();
  });

  it('takes the focus to its heading after a navigation', async () => {
    render(<Site />);
    await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Second' })).toHaveFocus());
    expect(document.title).toBe('Second · Toolcrib');
  });
});
