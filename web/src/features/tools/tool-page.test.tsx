import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { type FakeFields, startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { aPage } from '../executions/executions-test-kit.tsx';
import { aTool } from './tools-test-kit.ts';

const field = (name: string, type: string, more: object = {}) => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  type,
  required: false,
  integer: false,
  ...more,
});

const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

const weather = aTool('acme:weather', {
  name: 'Weather',
  description: 'Tells the weather of a city.',
  permissionPolicy: 'ALWAYS_ASK',
  requiredPermission: 'tools.tenant.execute',
  fields: [
    field('city', 'text', { required: true }),
    field('days', 'array', { items: field('item', 'object', { fields: [field('date', 'text')] }) }),
  ],
  inputExamples: [{ label: 'A rainy city', input: { city: 'Bergen' } }],
  inputSchema,
});

function openTool(
  answers: { tool?: object | null; editableTool?: object | null },
  permissions = ['tools.tenant.read'],
  more: FakeFields = {},
) {
  const { tool = null, editableTool = null } = answers;
  const server = startFakeServer({
    fields: {
      ...signedIn({ permissions }),
      tool: () => tool,
      editableTool: () => editableTool,
      toolRuns: () => aPage([]),
      ...more,
    },
  });
  return { server, ...renderApp('/t/demo/tools/acme%3Aweather') };
}

const editor = ['tools.tenant.read', 'tools.tenant.update'];

const panel = () => screen.getByRole('tabpanel');
const code = (name: string) => within(panel()).getByRole('region', { name }).textContent ?? '';

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

describe('the page of a tool', () => {
  it('asks for the tool of the address and says what it is', async () => {
    const { server } = openTool({ tool: weather });
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather' })).toBeVisible();
    expect(server.of('ToolPageQuery')[0]?.variables).toEqual({ slug: 'acme:weather' });
    const about = screen.getByRole('region', { name: 'About' });
    expect(about).toHaveTextContent('acme:weather');
    expect(about).toHaveTextContent('Asks first');
    expect(about).toHaveTextContent('tools.tenant.execute');
  });

  it('fills the form from an example, checks it and shows the input that it makes', async () => {
    const { user } = openTool({ tool: weather });
    await user.click(await screen.findByRole('button', { name: 'Check input' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('City');
    expect(screen.queryByRole('region', { name: 'input as JSON' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Fill: A rainy city' }));
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Bergen');
    await user.click(screen.getByRole('button', { name: 'Check input' }));
    await waitFor(() => expect(JSON.parse(code('input as JSON'))).toEqual({ city: 'Bergen' }));
  });

  it('shows what models and MCP clients read, as the server tells it to them', async () => {
    const mcpListing = { name: 'acme_weather', title: 'Weather', annotations: { readOnlyHint: true } };
    const { user } = openTool({ tool: { ...weather, mcpListing } });
    const listing = { name: 'acme_weather', description: 'Tells the weather of a city.', inputSchema };
    await user.click(await screen.findByRole('tab', { name: 'AI SDK' }));
    const told = `${listing.description}\n\nExamples of input:\n- A rainy city: {"city":"Bergen"}`;
    expect(JSON.parse(code('AI SDK tool'))).toEqual({ type: 'function', ...listing, description: told });
    expect(panel()).toHaveTextContent(/about \d+ tokens/);
    await user.click(screen.getByRole('tab', { name: 'MCP' }));
    expect(JSON.parse(code('MCP listing'))).toEqual(mcpListing);
  });

  it('shows how a program runs the tool', async () => {
    const { user } = openTool({ tool: weather });
    await user.click(await screen.findByRole('tab', { name: 'GraphQL' }));
    expect(code('GraphQL mutation')).toContain('executeTool(input: $input)');
    expect(JSON.parse(code('Variables'))).toEqual({ input: { slug: 'acme:weather', input: { city: 'Bergen' } } });
    expect(code('curl command')).toContain('Bearer $TOOLCRIB_KEY');
    expect(code('TypeScript')).toContain('"acme:weather"');
  });

  it('keeps what was typed while another face is looked at', async () => {
    const { user } = openTool({ tool: weather });
    await user.type(await screen.findByRole('textbox', { name: 'City' }), 'Oslo');
    await user.click(screen.getByRole('tab', { name: 'MCP' }));
    await user.click(screen.getByRole('tab', { name: 'Form' }));
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Oslo');
  });

  it('asks for all that fields may nest, so that the form is whole', async () => {
    const fifth = field('fifth', 'text', { description: 'Deep down.', required: true });
    const third = field('item', 'object', { required: true, fields: [field('fourth', 'array', { items: fifth })] });
    const second = field('second', 'array', { items: third });
    const first = field('first', 'object', { required: true, fields: [second] });
    const { user } = openTool({ tool: { ...weather, fields: [first] } });
    await user.click(await screen.findByRole('button', { name: /^Add.*Second/i }));
    await user.click(await screen.findByRole('button', { name: /^Add.*Fourth/i }));
    const deepest = await screen.findByRole('textbox', { name: 'Fourth, entry 1' });
    expect(deepest).toHaveAttribute('aria-description', 'Deep down.');
  });

  it('lays the form out as the tool describes it', async () => {
    const formSpec = {
      groups: [{ title: 'Where', fields: ['city'], columns: 2, additional: false }],
      fields: { city: { label: 'Town', placeholder: 'Bergen' } },
      submitLabel: 'Forecast',
    };
    openTool({ tool: { ...weather, formSpec } });
    const group = within(await screen.findByRole('group', { name: 'Where' }));
    expect(group.getByRole('textbox', { name: 'Town' })).toHaveAttribute('placeholder', 'Bergen');
    expect(screen.getByRole('button', { name: 'Check input' })).toBeVisible();
  });

  it('shows the plain form when the layout is not understood', async () => {
    openTool({ tool: { ...weather, formSpec: { pages: ['city'] } } });
    expect(await screen.findByRole('textbox', { name: 'City' })).toBeVisible();
  });

  it('asks for lists of lists by a form too', async () => {
    const row = field('item', 'array', { label: 'Row', required: true, items: field('item', 'number') });
    const { user } = openTool({ tool: { ...weather, fields: [field('matrix', 'array', { items: row })] } });
    await user.click(await screen.findByRole('button', { name: /^Add.*Matrix/i }));
    await user.click(await screen.findByRole('button', { name: /^Add.*Row/i }));
    await user.type(await screen.findByRole('textbox', { name: 'Row, entry 1' }), '7');
    await user.click(screen.getByRole('button', { name: 'Check input' }));
    await screen.findByRole('region', { name: 'Checked input' });
    expect(JSON.parse(code('input as JSON'))).toEqual({ matrix: [[7]] });
  });

  it('shows editors a tool that nobody can use, why, and where to change that', async () => {
    const reason = 'It is switched off for this tenant.';
    const availability = { available: false, gate: 'tenant_disabled', reason, missingSecrets: [] };
    openTool({ editableTool: { ...weather, enabled: false, availability } }, editor);
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather' })).toBeVisible();
    const note = screen.getByRole('alert', { name: 'Not available to you now' });
    expect(note).toHaveTextContent(reason);
    expect(within(note).getByRole('button', { name: /^Why is Weather available/ })).toBeVisible();
    expect(screen.getByText('Switched off')).toBeVisible();
    const edit = screen.getByRole('link', { name: 'Edit' });
    expect(edit).toHaveAttribute('href', '/t/demo/admin/tools/acme%3Aweather/edit');
  });

  it('lets those who may set secrets set the missing one on the spot', async () => {
    const reason = 'These secrets are not set: WEATHER_KEY.';
    const tool = {
      ...weather,
      requiredSecrets: [{ key: 'WEATHER_KEY', label: 'Key of the weather service', optional: false }],
      executionSpec: { kind: 'http', url: 'https://api.weather.test/v1' },
      availability: { available: false, gate: 'missing_secret', reason, missingSecrets: ['WEATHER_KEY'] },
    };
    const answers: { tool?: object; editableTool?: object } = { editableTool: tool };
    const { user, server } = openTool({}, [...editor, 'secrets.tenant.create'], {
      tool: () => answers.tool ?? null,
      editableTool: () => answers.editableTool,
      setSecret: ({ input }) => {
        answers.tool = { ...tool, availability: { available: true, gate: null, reason: null, missingSecrets: [] } };
        return { secret: { id: 'secret-1', key: input.key } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Set WEATHER_KEY' }));
    await screen.findByRole('dialog', { name: 'Set WEATHER_KEY' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Set WEATHER_KEY' })).toHaveFocus());
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Set WEATHER_KEY' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Value/)).toHaveFocus());
    await user.keyboard('rain-or-shine');
    await user.click(dialog.getByRole('button', { name: 'Set secret' }));
    await waitFor(() => expect(screen.queryByText('Not available to you now')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(server.of('SecretDialog_setSecret')[0]?.variables?.input).toEqual({
      key: 'WEATHER_KEY',
      label: 'Key of the weather service',
      hosts: ['api.weather.test'],
      value: 'rain-or-shine',
    });
  });

  it('tells editors who may not set secrets whom to ask', async () => {
    const availability = { available: false, gate: 'missing_secret', reason: 'No key.', missingSecrets: ['A_KEY'] };
    openTool({ editableTool: { ...weather, availability } }, editor);
    expect(await screen.findByText('Ask somebody who may set secrets.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set A_KEY' })).not.toBeInTheDocument();
  });

  it('is kept at hand by its star, and offers no editing to those who may not', async () => {
    const tool = { ...weather, isFavourite: true };
    openTool({ tool });
    const star = await screen.findByRole('button', { name: 'Add Weather to favourites' });
    expect(star).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('tells everybody else that there is no such tool, without asking for more', async () => {
    const { server } = openTool({ editableTool: weather });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tool not found' })).toBeVisible();
    expect(server.of('ToolPage_editableQuery')).toEqual([]);
  });
});
