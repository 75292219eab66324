import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOwnTool, openEditor } from './editor-test-kit.tsx';

const EDIT = '/t/demo/admin/tools/weather/edit';
const display = { customUI: 'confirmAction' };
const executionSpec = { kind: 'client', display };
const kinds = [
  { kind: 'client', mode: null, runnable: false, executionTypes: ['SPACE'] },
  { kind: 'http', mode: null, runnable: true, executionTypes: ['GATEWAY', 'INTERNAL'] },
];

it('asks for the component of a tool that people answer once, and sends it with the execution', async () => {
  const asking = anOwnTool({ executionSpec, display, enabled: false, executionType: 'SPACE', visibility: 'VISIBLE' });
  const { user, server } = openEditor(EDIT, {
    fields: {
      executionKinds: () => kinds,
      editableTool: () => asking,
      updateTool: () => ({ tool: { ...asking, version: 4 } }),
    },
  });
  const component = await screen.findByRole('textbox', { name: 'Component of the client' });
  expect(component).toHaveValue('confirmAction');
  expect(screen.queryByRole('textbox', { name: 'Component' })).not.toBeInTheDocument();
  fireEvent.change(component, { target: { value: 'pickFile' } });
  await user.click(screen.getByRole('button', { name: 'Save tool' }));
  await waitFor(() => expect(server.of('SaveTool_updateTool')).toHaveLength(1));
  expect(server.of('SaveTool_updateTool')[0]?.variables).toMatchObject({
    input: { display: null, executionSpec: { kind: 'client', display: { customUI: 'pickFile' } } },
  });
});
