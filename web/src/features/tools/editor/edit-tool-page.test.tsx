import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../../../test/fake-server.ts';
import { aTool } from '../tools-test-kit.ts';
import { aField, anOwnTool, openEditor } from './editor-test-kit.tsx';

const EDIT = '/t/demo/admin/tools/weather/edit';
const onlyWeather =
  (tool: object) =>
  ({ slug }: { slug: string }) =>
    slug === 'weather' ? tool : null;

type UpdateArgs = { input: { version: number; name: string; fields: object[] } };
const accepting = {
  updateTool: ({ input: { name, version, fields } }: UpdateArgs) => ({
    tool: anOwnTool({ name, version: version + 1, fields }),
  }),
};

async function rename(user: UserEvent, name: string) {
  const input = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(input);
  await user.click(input);
  await user.paste(name);
}

const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save tool' }));

const chain = anOwnTool({
  executionSpec: {
    kind: 'composition',
    steps: [
      { id: 'first', toolSlug: 'geo', inputMap: { city: '{{input.city}}' } },
      { id: 'second', toolSlug: 'gone', inputMap: {} },
    ],
    output: { all: '{{steps.first.output}}' },
  },
});

describe('editing a tool of the tenant', () => {
  it('shows what is stored and saves version after version', async () => {
    const { user, server } = openEditor(EDIT, { fields: { editableTool: onlyWeather(anOwnTool()), ...accepting } });
    expect(await screen.findByRole('textbox', { name: 'Address' })).toHaveValue('https://api.example.com/weather');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveAttribute('readonly');
    await rename(user, 'Rain');
    await save(user);
    expect(await screen.findByText('Rain was saved as version 4.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Rain' })).toBeVisible();
    expect(server.of('SaveTool_updateTool')[0]?.variables).toMatchObject({
      input: {
        slug: 'weather',
        version: 3,
        name: 'Rain',
        fields: [{ name: 'city' }],
        executionSpec: { kind: 'http', method: 'GET', url: 'https://api.example.com/weather' },
      },
    });
    await rename(user, 'Snow');
    await save(user);
    expect(await screen.findByText('Snow was saved as version 5.')).toBeVisible();
    expect(server.of('SaveTool_updateTool')[1]?.variables).toMatchObject({ input: { version: 4 } });
  });

  it.each([
    ['a circle', 0, 'This goes in a circle: weather → geo → weather.'],
    ['a missing tool', 1, 'There is no tool gone.'],
  ])('puts %s on the step that leads there', async (_what, index, message) => {
    const path = ['executionSpec', 'steps', String(index), 'toolSlug'];
    const updateTool = () => refuse('BAD_USER_INPUT', message, { fields: [{ path, message }] });
    const { user } = openEditor(EDIT, { fields: { editableTool: onlyWeather(chain), updateTool } });
    const tool = await screen.findByRole('combobox', { name: `Tool of step ${index + 1}` });
    await save(user);
    await waitFor(() => expect(tool).toHaveAccessibleDescription(message));
    await waitFor(() => expect(tool).toHaveFocus());
    expect(screen.getByRole('group', { name: /needs your attention/ })).toHaveTextContent(
      `Step ${index + 1}, tool: ${message}`,
    );
  });

  it('puts what is wrong with an input of a step on that input, and takes it away once it changes', async () => {
    const message = 'There is no input town.';
    const path = ['executionSpec', 'steps', '0', 'inputMap', 'city'];
    const updateTool = () => refuse('BAD_USER_INPUT', message, { fields: [{ path, message }] });
    const { user } = openEditor(EDIT, { fields: { editableTool: onlyWeather(chain), updateTool } });
    const city = await screen.findByRole('textbox', { name: 'city' });
    await save(user);
    await waitFor(() => expect(city).toHaveAccessibleDescription(message));
    await user.type(city, '!');
    await waitFor(() => expect(city).not.toHaveAccessibleDescription(message));
  });

  it('refuses to save over others: says who changed what, and loads it with a copy of what was typed', async () => {
    let stored = anOwnTool();
    const current = {
      version: 4,
      changed: { name: 'Wind' },
      updatedBy: 'Grace Hopper',
      updatedAt: '2026-03-01T10:00:00.000Z',
    };
    const { user, server } = openEditor(EDIT, {
      fields: {
        editableTool: ({ slug }: { slug: string }) => (slug === 'weather' ? stored : null),
        updateTool: () => refuse('CONFLICT', 'Grace Hopper saved this tool in the meantime.', { current }),
      },
    });
    await rename(user, 'Rain');
    await save(user);
    const note = (await screen.findByText(/changed in the meantime/)).closest<HTMLElement>('[role="alert"]')!;
    expect(note).toHaveTextContent('Grace Hopper saved version 4');
    expect(note).toHaveTextContent('Wind');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rain');

    stored = anOwnTool({ name: 'Wind', version: 4 });
    await user.click(within(note).getByRole('button', { name: 'Load the present version' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Wind'));
    expect(screen.getByRole('region', { name: 'what you had typed' })).toHaveTextContent('"name": "Rain"');
    expect(server.of('SaveTool_updateTool')).toHaveLength(1);
  });

  it('shows what a change would break, and saves only once that is accepted', async () => {
    const impact = [{ kind: 'composition', subject: 'trip', message: 'Step 1: the input town is gone.' }];
    const updateTool = ({ input }: { input: { acknowledgeImpact?: boolean } & UpdateArgs['input'] }) =>
      input.acknowledgeImpact ? accepting.updateTool({ input }) : refuse('CONFLICT', 'Breaks one thing.', { impact });
    const { user, server } = openEditor(EDIT, { fields: { editableTool: onlyWeather(anOwnTool()), updateTool } });
    await rename(user, 'Rain');
    await save(user);
    const first = await screen.findByRole('dialog');
    expect(first).toHaveTextContent('the input town is gone');
    await user.click(within(first).getByRole('button', { name: 'Cancel' }));
    expect(server.of('SaveTool_updateTool')).toHaveLength(1);

    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Go on anyway' }));
    expect(await screen.findByText('Rain was saved as version 4.')).toBeVisible();
  });

  it('hands problems of single fields to the field editor', async () => {
    const message = 'Two fields are called city.';
    const updateTool = () =>
      refuse('BAD_USER_INPUT', message, { fields: [{ path: ['fields', '0', 'name'], message }] });
    const { user } = openEditor(EDIT, { fields: { editableTool: onlyWeather(anOwnTool()), updateTool } });
    await rename(user, 'Rain');
    await save(user);
    const summary = await screen.findByRole('group', { name: /needs your attention/ });
    expect(summary).toHaveTextContent(`Input fields: ${message}`);
    const schema = screen.getByRole('region', { name: 'Schema' });
    await waitFor(() => expect(schema).toHaveTextContent(message));
  });

  it('keeps its history one tab away without losing what was typed', async () => {
    const { user } = openEditor(EDIT, { fields: { editableTool: onlyWeather(anOwnTool({ versions: [] })) } });
    await rename(user, 'Rain');
    await user.click(screen.getByRole('tab', { name: 'History' }));
    await user.click(screen.getByRole('tab', { name: 'Editor' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rain');
  });

  it('offers an override instead when the tool is code', async () => {
    const code = aTool('weather', { name: 'Weather', visibility: 'VISIBLE', outputSections: [], overridden: [] });
    openEditor(EDIT, { fields: { editableTool: onlyWeather(code) } });
    expect(await screen.findByText(/changes about a tool that is built in/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save tool' })).not.toBeInTheDocument();
  });

  it('sends fields back as they came, at every depth and in the order of their author', async () => {
    const pair = aField('item', 'object', { required: true, fields: [aField('y', 'text'), aField('x', 'text')] });
    const fields = [
      aField('zeta', 'text'),
      aField('city', 'text'),
      aField('a', 'array', { items: aField('item', 'array', { required: true, items: pair }) }),
    ];
    const editableTool = onlyWeather(anOwnTool({ fields }));
    const { user, server } = openEditor(EDIT, { fields: { editableTool, ...accepting } });
    await rename(user, 'Rain');
    await save(user);
    await screen.findByText('Rain was saved as version 4.');
    expect(server.of('SaveTool_updateTool')[0]?.variables).toMatchObject({ input: { name: 'Rain', fields } });
  });

  it('tries the tool out with the fields that were saved last', async () => {
    const { user } = openEditor(EDIT, {
      fields: { editableTool: onlyWeather(anOwnTool()), ...accepting },
      permissions: ['tools.tenant.read', 'tools.tenant.update', 'tools.tenant.execute'],
    });
    await user.click(await screen.findByRole('button', { name: 'Duplicate City' }));
    await save(user);
    await screen.findByText('Weather was saved as version 4.');
    await user.click(screen.getByRole('tab', { name: 'Try it' }));
    const trial = within(screen.getByRole('tabpanel', { name: 'Try it' }));
    expect(await trial.findAllByRole('textbox', { name: /^City/ })).toHaveLength(2);
  });

  it('says so when there is no such tool', async () => {
    openEditor(EDIT, { fields: { editableTool: () => null } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tool not found' })).toBeVisible();
  });
});
