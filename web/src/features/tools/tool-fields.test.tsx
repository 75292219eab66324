import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '#features/executions/executions-test-kit.tsx';
import { aTool } from './tools-test-kit.ts';

const schema = { type: 'object', additionalProperties: { type: 'number' } };
const common = { required: true, integer: false };
const tool = aTool('weather', {
  fields: [
    { ...common, name: 'first-name', label: 'First name', type: 'text' },
    { ...common, name: 'rates', label: 'Rates', type: 'object', variant: 'json', schema },
  ],
});

it('does not say of JSON that it fits when it was only looked at', async () => {
  const { user } = openApp('/t/demo/tools/weather', { tool: () => tool }, ['tools.tenant.read']);
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
  fireEvent.change(screen.getByRole('textbox', { name: 'Rates' }), { target: { value: '{ "de": "one" }' } });
  await user.click(screen.getByRole('button', { name: 'Check input' }));
  const checked = await screen.findByRole('region', { name: 'Checked input' });
  expect(checked).toHaveTextContent('What is written as JSON is checked when the tool runs');
  expect(checked).not.toHaveTextContent('It fits the tool');
});

it('asks for what fields cannot describe as JSON, and shows there what the server says', async () => {
  const refusal = { path: ['rates', 'de'], message: 'Expected a number.' };
  const { user, server } = openApp('/t/demo/tools/weather', {
    tool: () => tool,
    executeTool: () => ({
      run: null,
      error: { code: 'INVALID_INPUT', message: 'The input does not fit.', fields: [refusal] },
    }),
  });
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada');
  const rates = screen.getByRole('textbox', { name: 'Rates' });
  fireEvent.change(rates, { target: { value: '{ "de": "one" }' } });
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(rates).toHaveAccessibleDescription('de: Expected a number.'));
  expect(server.of('UseToolRun_executeTool')[0]?.variables).toMatchObject({
    input: { input: { 'first-name': 'Ada', rates: { de: 'one' } } },
  });
});
