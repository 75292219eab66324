import { screen } from '@testing-library/react';
import { CombinedError } from '@urql/core';
import { describe, expect, it, vi } from 'vitest';
import { renderAlone } from '../../test/render.tsx';
import { ErrorNote } from './error-note.tsx';

function fromServer(code: string, message: string, more: object = {}) {
  return new CombinedError({ graphQLErrors: [{ message, extensions: { code, ...more } }] });
}

describe('an error note', () => {
  it('blames the connection when no answer came', () => {
    renderAlone(<ErrorNote error={new CombinedError({ networkError: new TypeError('Failed to fetch') })} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Toolcrib cannot be reached');
    expect(screen.getByRole('alert')).toHaveTextContent('Check your connection');
  });

  it('tells whom to ask when the role is not enough', () => {
    renderAlone(
      <ErrorNote
        error={fromServer(
          'FORBIDDEN',
          'This needs the permission keys.tenant.read. Ask an admin of your tenant for it.',
        )}
      />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Ask an admin of your tenant');
  });

  it('says that something is gone', () => {
    renderAlone(<ErrorNote error={fromServer('NOT_FOUND', 'no')} />);
    expect(screen.getByRole('alert')).toHaveTextContent('It may have been removed');
  });

  it('passes on what the server says about a conflict', () => {
    renderAlone(<ErrorNote error={fromServer('CONFLICT', 'The last owner cannot leave.')} />);
    expect(screen.getByRole('alert')).toHaveTextContent('The last owner cannot leave.');
  });

  it('gives the request number of an unexpected error, and no inner details', () => {
    const error = fromServer('INTERNAL_SERVER_ERROR', 'column "x" is missing', { requestId: 'req-42' });
    renderAlone(<ErrorNote error={error} />);
    expect(screen.getByRole('alert')).toHaveTextContent('req-42');
    expect(screen.getByRole('alert')).not.toHaveTextContent('column');
  });

  it('asks for patience when the server is busy', () => {
    const response = new Response(null, { status: 503 });
    renderAlone(<ErrorNote error={new CombinedError({ networkError: new Error('x'), response })} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Wait a few seconds');
  });

  it('offers another try only where there is one', async () => {
    const retry = vi.fn();
    const { user } = renderAlone(<ErrorNote error={fromServer('UNAVAILABLE', 'no')} onRetry={retry} />);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});
