import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../../test/fake-server.ts';
import { openEditor } from './editor-test-kit.tsx';

const SECRET = `\${secret.API_KEY}`;
const NEW = '/t/demo/admin/tools/new';
const saved = (input: { slug: string; name: string }) => ({
  tool: { id: 'tool-new', slug: input.slug, name: input.name, version: 1, fieldTree: [] },
});
const accepting = { createTool: ({ input }: { input: { slug: string; name: string } }) => saved(input) };

async function introduce(user: UserEvent, name: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), name);
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Says what it does.');
  await user.type(screen.getByRole('combobox', { name: 'Category' }), 'Weather');
}

const create = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create tool' }));

describe('authoring a tool', () => {
  it('sends an HTTP tool with headers and a JSON body, and goes on to edit it', async () => {
    const { user, server, address } = openEditor(NEW, { fields: accepting });
    await introduce(user, 'Weather of a city');
    await user.click(await screen.findByRole('radio', { name: /HTTP request/ }));
    await user.click(screen.getByRole('combobox', { name: 'Method' }));
    await user.click(await screen.findByRole('option', { name: 'POST' }));
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://api.example.com/weather');
    await user.click(screen.getByRole('button', { name: 'Add header' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of header 1' }), 'X-Key');
    await user.click(screen.getByRole('textbox', { name: 'Value of header 1' }));
    await user.paste(`Bearer ${SECRET}`);
    await user.click(screen.getByRole('radio', { name: 'JSON' }));
    await user.click(screen.getByRole('textbox', { name: 'JSON body' }));
    await user.paste('{ "days": 3 }');
    expect(await screen.findByText('A secret is not set yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set API_KEY' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set API_KEY' });
    expect(within(dialog).getByText('api.example.com')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));

    await create(user);
    await waitFor(() => expect(address()).toBe('/t/demo/admin/tools/weather-of-a-city/edit'));
    expect(server.of('SaveTool_createTool')[0]?.variables).toMatchObject({
      input: {
        slug: 'weather-of-a-city',
        name: 'Weather of a city',
        category: 'Weather',
        enabled: true,
        executionSpec: {
          kind: 'http',
          method: 'POST',
          url: 'https://api.example.com/weather',
          headers: { 'X-Key': `Bearer ${SECRET}` },
          body: { days: 3 },
        },
      },
    });
  });

  it('shows the author of a webhook the key with which its service checks the calls', async () => {
    const revealed = { revealWebhookSigningKey: () => ({ key: 'whk_secret' }) };
    const { user, server } = openEditor(NEW, { fields: revealed });
    await user.click(await screen.findByRole('radio', { name: /Webhook/ }));
    await user.click(screen.getByRole('button', { name: 'Show the signing key' }));
    expect(await screen.findByRole('textbox', { name: 'Signing key' })).toHaveValue('whk_secret');
    const [asked] = server.of('SigningKey_revealWebhookSigningKey');
    expect(asked?.variables).toEqual({ input: { reason: 'Receiver of webhook tools' } });
  });

  it('says that the calls of a webhook are signed also to those who may not see the key', async () => {
    const { user } = openEditor(NEW, { permissions: ['tools.tenant.read', 'tools.tenant.create'] });
    await user.click(await screen.findByRole('radio', { name: /Webhook/ }));
    expect(screen.getByText('X-Signature')).toBeVisible();
    expect(screen.getByText(/Between 100 and 30,000/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show the signing key' })).not.toBeInTheDocument();
  });

  it('offers a webhook only methods that carry the call', async () => {
    const { user } = openEditor(NEW, { fields: accepting });
    await user.click(await screen.findByRole('radio', { name: /Webhook/ }));
    const method = screen.getByRole('combobox', { name: 'Method' });
    expect(method).toHaveValue('POST');
    await user.click(method);
    const offered = await screen.findAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['POST', 'PUT', 'PATCH', 'DELETE']);
  });

  it('misses no secret for what the operator offers, unless it is named as a secret', async () => {
    const { user } = openEditor(NEW, { fields: accepting });
    await user.click(await screen.findByRole('radio', { name: /HTTP request/ }));
    await user.click(screen.getByRole('textbox', { name: 'Address' }));
    await user.paste(`https://a.test/?a=\${env.CRM_KEY}&b=\${env.OTHER}`);
    expect(await screen.findByRole('button', { name: 'Set OTHER' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set CRM_KEY' })).not.toBeInTheDocument();
    await user.paste(`&c=\${secret.CRM_KEY}`);
    expect(await screen.findByRole('button', { name: 'Set CRM_KEY' })).toBeVisible();
  });

  it('suggests every category there is, also of tools that are switched off to those who may change them', async () => {
    const { user } = openEditor(NEW);
    const suggested = async () => {
      await user.click(await screen.findByRole('combobox', { name: 'Category' }));
      return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    };
    await waitFor(async () => expect(await suggested()).toEqual(['Numbers', 'Retired']));
  });

  it('suggests only what they see to those who may create but not change', async () => {
    const { user, server } = openEditor(NEW, { permissions: ['tools.tenant.read', 'tools.tenant.create'] });
    await user.click(await screen.findByRole('combobox', { name: 'Category' }));
    expect(await screen.findByRole('option', { name: 'Numbers' })).toBeVisible();
    expect(server.of('CategoriesQuery').map(({ variables }) => variables)).toEqual([{ filter: null }]);
  });

  it('saves a prompt as a draft while nothing can run it, and says so', async () => {
    const { user, server } = openEditor(NEW, { fields: accepting });
    await introduce(user, 'Poet');
    await user.click(await screen.findByRole('radio', { name: /Prompt Draft only/ }));
    const on = screen.getByRole('switch', { name: /Switched on.*saved as a draft/ });
    expect(on).toBeDisabled();
    expect(on).not.toBeChecked();
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }));
    await user.paste('Write a poem.');
    await user.type(screen.getByRole('textbox', { name: 'Model' }), 'small');
    await create(user);
    await waitFor(() => expect(server.of('SaveTool_createTool')).toHaveLength(1));
    expect(server.of('SaveTool_createTool')[0]?.variables).toMatchObject({
      input: {
        enabled: false,
        executionSpec: { kind: 'prompt', mode: 'direct', prompt_template: 'Write a poem.', model: 'small' },
      },
    });
  });

  it('builds a composition whose second step takes what the first one gave', async () => {
    const { user, server } = openEditor(NEW, { fields: accepting });
    await introduce(user, 'Forecast of a city');
    await user.click(await screen.findByRole('radio', { name: /Composition/ }));
    for (const [number, option] of [
      [1, 'Geocoder'],
      [2, 'Forecast'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'Add step' }));
      await user.click(await screen.findByRole('combobox', { name: `Tool of step ${number}` }));
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }));
    }
    await user.type(await screen.findByRole('textbox', { name: /^City/ }), 'Bergen');
    await user.type(screen.getByRole('textbox', { name: /^Limit/ }), '5');
    await user.click(await screen.findByRole('button', { name: 'Insert into Lat of step 2' }));
    await user.click(await screen.findByRole('menuitem', { name: /steps\.step1\.output\.lat/ }));
    await user.click(screen.getByRole('button', { name: 'Add output' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of output 1' }), 'place');
    await user.click(screen.getByRole('textbox', { name: 'Value of output 1' }));
    await user.paste('{{steps.step1.output}}');
    await create(user);
    await waitFor(() => expect(server.of('SaveTool_createTool')).toHaveLength(1));
    expect(server.of('SaveTool_createTool')[0]?.variables).toMatchObject({
      input: {
        executionSpec: {
          kind: 'composition',
          steps: [
            { id: 'step1', toolSlug: 'geo', inputMap: { city: 'Bergen', limit: 5 } },
            { id: 'step2', toolSlug: 'forecast', inputMap: { lat: '{{steps.step1.output.lat}}' } },
          ],
          output: { place: '{{steps.step1.output}}' },
        },
      },
    });
  });

  it('moves steps by keyboard and says where they are now', async () => {
    const { user } = openEditor(NEW);
    await user.click(await screen.findByRole('radio', { name: /Composition/ }));
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    await user.click(screen.getByRole('button', { name: 'Move entry 2 of Steps up' }));
    expect(screen.getByRole('textbox', { name: 'Id of step 1' })).toHaveValue('step2');
    expect(screen.getByText('Step 2 is now step 1 of 2.')).toBeInTheDocument();
  });

  it('keeps what is incomplete or no JSON away from the server, and leads to it', async () => {
    const { user, server } = openEditor(NEW, { fields: accepting });
    await user.click(await screen.findByRole('radio', { name: /Fixed answer/ }));
    const output = screen.getByRole('textbox', { name: 'Output' });
    await user.clear(output);
    await user.type(output, 'no');
    await create(user);
    const summary = await screen.findByRole('group', { name: /need your attention/ });
    expect(summary).toHaveTextContent('Name: Give it a name.');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
    await user.click(within(summary).getByRole('button', { name: 'Output' }));
    await waitFor(() => expect(output).toHaveFocus());
    expect(output).toHaveAccessibleDescription(/not JSON yet/);
    expect(server.of('SaveTool_createTool')).toEqual([]);
  });

  it('explains a contradiction between where it works and what is shown before anything is sent', async () => {
    const { user } = openEditor(NEW);
    await user.click(await screen.findByRole('radio', { name: /Fixed answer/ }));
    await user.click(screen.getByRole('combobox', { name: 'What a space shows' }));
    await user.click(await screen.findByRole('option', { name: 'The result alone' }));
    expect(await screen.findByText(/result of an internal tool is never shown/)).toBeVisible();
  });

  it.each([
    ['a reserved slug', 'BAD_USER_INPUT', ['slug'], 'new is reserved. Choose another slug.', 'Slug'],
    ['a slug that is taken', 'SLUG_TAKEN', undefined, 'There is a tool weather already.', 'Slug'],
    [
      'an address with a password',
      'BAD_USER_INPUT',
      ['executionSpec', 'url'],
      'Names and passwords do not belong in an address.',
      'Address',
    ],
  ])('puts the refusal of %s on its input', async (_what, code, path, message, label) => {
    const fields = path ? { fields: [{ path, message }] } : {};
    const { user, address } = openEditor(NEW, { fields: { createTool: () => refuse(code, message, fields) } });
    await introduce(user, 'Weather');
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://ada:pass@example.com/');
    await create(user);
    const input = screen.getByRole('textbox', { name: label });
    await waitFor(() => expect(input).toHaveAccessibleDescription(new RegExp(message)));
    await waitFor(() => expect(input).toHaveFocus());
    expect(screen.getByRole('group', { name: /needs your attention/ })).toHaveTextContent(`${label}: ${message}`);
    expect(address()).toBe(NEW);
  });

  it('warns of an address that leads inside or is not encrypted, and saves it', async () => {
    const { user, server } = openEditor(NEW, { fields: accepting });
    await introduce(user, 'Weather');
    const input = screen.getByRole('textbox', { name: 'Address' });
    await user.type(input, 'http://10.0.0.1/');
    expect(await screen.findByText('This address is not on the open internet')).toBeVisible();
    await user.clear(input);
    await user.type(input, 'http://api.example.com/');
    expect(await screen.findByText('Requests to this address are not encrypted')).toBeVisible();
    await create(user);
    await waitFor(() => expect(server.of('SaveTool_createTool')).toHaveLength(1));
  });

  it('shows a new tool in the library to those who may not edit it', async () => {
    const permissions = ['tools.tenant.read', 'tools.tenant.create'];
    const { user, address } = openEditor(NEW, { fields: accepting, permissions });
    await introduce(user, 'Weather');
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://api.example.com');
    await create(user);
    await waitFor(() => expect(address()).toBe('/t/demo/tools/weather'));
  });

  it('asks before unsaved work is left behind', async () => {
    const { user, address } = openEditor(NEW);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Half a tool');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(address()).toBe(NEW);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a tool');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/elsewhere'));
  });
});
