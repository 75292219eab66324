import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { startFakeServer } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
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
) {
  const { tool = null, editableTool = null } = answers;
  const server = startFakeServer({
    fields: { ...signedIn({ permissions }), tool: () => tool, editableTool: () => editableTool },
  });
  return { server, ...renderApp('/t/demo/tools/acme%3Aweather') };
}

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

  it('shows what models and MCP clients read, under a name without colons', async () => {
    const { user } = openTool({ tool: weather });
    const listing = { name: 'acme_weather', description: 'Tells the weather of a city.', inputSchema };
    await user.click(await screen.findByRole('tab', { name: 'AI SDK' }));
    const told = `${listing.description}\n\nExamples of input:\n- A rainy city: {"city":"Bergen"}`;
    expect(JSON.parse(code('AI SDK tool'))).toEqual({ type: 'function', ...listing, description: told });
    expect(panel()).toHaveTextContent(/about \d+ tokens/);
    await user.click(screen.getByRole('tab', { name: 'MCP' }));
    expect(JSON.parse(code('MCP listing'))).toEqual(listing);
  });

  it('shows how a program reads the tool', async () => {
    const { user } = openTool({ tool: weather });
    await user.click(await screen.findByRole('tab', { name: 'GraphQL' }));
    expect(code('GraphQL query')).toContain('tool(slug: "acme:weather")');
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

  it('shows the schema instead of half a form when the input nests too deep', async () => {
    const deep = field('list', 'array', { items: field('item', 'object', { fields: [field('inner', 'array')] }) });
    openTool({ tool: { ...weather, fields: [deep] } });
    expect(await screen.findByText(/nests too deep for a form/)).toBeVisible();
    expect(JSON.parse(code('input schema'))).toEqual(inputSchema);
    expect(screen.queryByRole('button', { name: 'Check input' })).not.toBeInTheDocument();
  });

  it('shows editors a tool that nobody can use, and says so', async () => {
    openTool({ editableTool: { ...weather, enabled: false } }, ['tools.tenant.read', 'tools.tenant.update']);
    expect(await screen.findByRole('heading', { level: 1, name: 'Weather' })).toBeVisible();
    expect(screen.getByText('Not available to you now')).toBeVisible();
    expect(screen.getByText('Switched off')).toBeVisible();
  });

  it('tells everybody else that there is no such tool, without asking for more', async () => {
    const { server } = openTool({ editableTool: weather });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tool not found' })).toBeVisible();
    expect(server.of('ToolPage_editableQuery')).toEqual([]);
  });
});
