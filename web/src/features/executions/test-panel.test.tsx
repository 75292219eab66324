import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { Provider } from 'urql';
import { describe, expect, it } from 'vitest';
import { createTenantClient } from '#app/client.ts';
import { type Viewer, ViewerProvider } from '#lib/viewer.tsx';
import { aField } from '#ui/schema-form/form-test-kit.tsx';
import { type FakeFields, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { anEvent, aRun, connect, running, tell } from './executions-test-kit.tsx';
import { TestPanel } from './test-panel.tsx';

const viewer: Viewer = {
  user: { id: 'user-1', name: 'Olive Owner', email: 'owner@demo.test' },
  tenant: { id: 'tenant-demo', slug: 'demo', name: 'Demo' },
  role: 'admin',
  roleName: 'Admin',
  membershipId: 'member-1',
  permissions: new Set(['tools.tenant.execute', 'tools.tenant.update']),
  tenants: [],
};

const FIELDS = [aField('text', { name: 'city', required: true }), aField('boolean', { name: 'metric' })];

function openPanel(fields: FakeFields) {
  startFakeSockets();
  const server = startFakeServer({ fields });
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Provider value={createTenantClient('demo').client}>
          <ViewerProvider viewer={viewer}>
            <TestPanel slug="draft" fields={FIELDS} />
          </ViewerProvider>
        </Provider>
      </MemoryRouter>
    </MantineProvider>,
  );
  return { server, user: userEvent.setup() };
}

describe('the test panel', () => {
  it('runs the tool as a trial, says that it stays out of the history, and streams', async () => {
    const { server, user } = openPanel({
      executeTool: () => ({ run: aRun('run-1', { ...running, test: true }), error: null }),
      toolRun: () => aRun('run-1', { ...running, test: true }),
    });
    expect(screen.getByText(/Trials stay out of the\s+history/)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Bergen');
    await user.click(screen.getByRole('button', { name: 'Try it' }));
    await waitFor(() => expect(server.of('UseToolRun_executeTool')).toHaveLength(1));
    expect(server.of('UseToolRun_executeTool')[0]?.variables?.input).toMatchObject({
      slug: 'draft',
      input: { city: 'Bergen' },
      test: true,
    });
    await connect();
    await tell('sessionEvents', anEvent(1, 'tool.started'));
    await tell('sessionEvents', anEvent(2, 'tool.output_appended', { payload: { text: 'So far' } }));
    expect(await screen.findByRole('region', { name: 'Output so far' })).toHaveTextContent('So far');
    // The page around it has only its title above.
    expect(screen.getByRole('heading', { level: 2, name: 'Running' })).toBeVisible();
    const end = {
      status: 'SUCCESS',
      input: { city: 'Bergen' },
      output: { sky: 'rain' },
      error: null,
      errorCode: null,
      durationMs: 5,
      endedAt: '2026-03-01T12:00:05Z',
    };
    await tell('toolRunChanged', { __typename: 'ToolRun', id: 'run-1', ...end });
    expect(await screen.findByText('rain')).toBeVisible();
  });

  it('leaves out what nobody answered', async () => {
    const { server, user } = openPanel({ executeTool: () => ({ run: aRun('run-1'), error: null }) });
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Bergen');
    await user.click(screen.getByRole('button', { name: 'Try it' }));
    await waitFor(() => expect(server.of('UseToolRun_executeTool')).toHaveLength(1));
    expect(server.of('UseToolRun_executeTool')[0]?.variables).toMatchObject({ input: { input: { city: 'Bergen' } } });
    expect(server.of('UseToolRun_executeTool')[0]?.variables).not.toHaveProperty('input.input.metric');
  });

  it('sends nothing that does not fit the fields', async () => {
    const { server, user } = openPanel({});
    await user.click(screen.getByRole('button', { name: 'Try it' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'City' })).toBeInvalid());
    expect(server.of('UseToolRun_executeTool')).toEqual([]);
  });
});
