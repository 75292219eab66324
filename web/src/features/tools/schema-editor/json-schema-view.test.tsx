import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aField, said } from '#ui/schema-form/form-test-kit.tsx';
import { type FakeFields, refuse } from '../../../../test/fake-server.ts';
import { preview, renderEditor, settings, toggle } from './schema-editor-kit.tsx';

type Args = { fields?: { name: string; label: string }[]; inputSchema?: { properties?: Record<string, object> } };
type Problem = { path: string[]; message: string };

const reading = (fields: object[], inputSchema: object) => ({ fields, inputSchema, fitting: fields, problems: [] });
const unfit = (problem: Problem, fitting: object[] = []) => ({
  fields: null,
  inputSchema: null,
  fitting,
  problems: [problem],
});

/** Reads as the API does, as far as names go. */
function readToolSchema({ fields, inputSchema }: Args) {
  if (fields) {
    const properties = Object.fromEntries(fields.map(({ name, label }) => [name, { title: label, type: 'string' }]));
    return reading(fields, { type: 'object', properties });
  }
  const names = Object.keys(inputSchema?.properties ?? {});
  if (names.includes('odd')) {
    const path = ['inputSchema', 'properties', 'odd', 'type'];
    return unfit(
      { path, message: 'It is one of several types. Choose one.' },
      names.filter((name) => name !== 'odd').map((name) => aField('text', { name })),
    );
  }
  return reading(
    names.map((name) => aField('text', { name })),
    inputSchema ?? {},
  );
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>('JSON Schema', { selector: 'textarea' });
const tab = (name: string) => screen.getByRole('tab', { name });
const use = () => screen.getByRole('button', { name: 'Use this schema' });

async function openJson(server: FakeFields = { readToolSchema }) {
  const view = renderEditor([aField('text', { name: 'city' })], { server });
  await view.user.click(tab('JSON Schema'));
  const write = async (text: string) => {
    await view.user.clear(box());
    await view.user.click(box());
    await view.user.paste(text);
  };
  return { ...view, write };
}

describe('the JSON Schema view', () => {
  it('shows the schema of the fields, asked for only while it is looked at', async () => {
    const { user, server } = renderEditor([aField('text', { name: 'city' })], { server: { readToolSchema } });
    await user.click(toggle(0));
    await user.type(settings(0).getByLabelText(/^Label/), ' name');
    expect(server.of('JsonSchemaViewQuery')).toEqual([]);
    await user.click(tab('JSON Schema'));
    await waitFor(() => expect(box().value).toContain('"title": "City name"'));
    expect(use()).toBeDisabled();
  });

  it('sends fields without what the API calls null', async () => {
    const noisy = { ...aField('text', { name: 'city' }), default: null, options: null, integer: false };
    const { user, server } = renderEditor([noisy], { server: { readToolSchema } });
    await user.click(tab('JSON Schema'));
    await waitFor(() => expect(box().value).toContain('city'));
    expect(server.of('JsonSchemaViewQuery')[0]?.variables?.fields).toEqual([aField('text', { name: 'city' })]);
  });

  it('knows nothing of what is sensitive, and leaves it as it is', async () => {
    const secret = aField('text', { name: 'pin', sensitive: true });
    const { user, server, fields } = renderEditor([secret], { server: { readToolSchema } });
    await user.click(tab('JSON Schema'));
    await waitFor(() => expect(box().value).toContain('pin'));
    expect(server.of('JsonSchemaViewQuery')[0]?.variables?.fields).toEqual([aField('text', { name: 'pin' })]);
    await user.clear(box());
    await user.click(box());
    await user.paste('{"type":"object","properties":{"city":{"type":"string"},"pin":{"type":"string"}}}');
    await user.click(use());
    await waitFor(() => expect(fields()).toEqual([aField('text', { name: 'city' }), secret]));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('makes fields of a pasted schema in its order, by keyboard, with a way back', async () => {
    const { user, write, fields } = await openJson();
    await write('{"type":"object","properties":{"zip":{"type":"string"},"street":{"type":"string"}}}');
    expect(fields()).toHaveLength(1);
    await user.tab();
    expect(use()).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(fields().map(({ name }) => name)).toEqual(['zip', 'street']));
    expect(said()).toContain('The schema is used: 2 fields.');
    expect(box().value).toContain('street');
    expect(await preview().findByLabelText('Street')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(fields().map(({ name }) => name)).toEqual(['city']);
  });

  it('names line and column of what is no JSON, and puts the cursor there', async () => {
    const { user, write, fields, server } = await openJson();
    await write('{\n  "type": "object"\n  "properties": {}\n}');
    const asked = server.requests.length;
    await user.click(use());
    expect(box()).toHaveAccessibleDescription(/Line 3, column 3: a comma or } is missing here\./);
    expect(box()).toHaveFocus();
    expect(box().selectionStart).toBe(23);
    expect(server.requests).toHaveLength(asked);
    expect(fields()).toHaveLength(1);
    await user.keyboard(',');
    expect(box()).not.toHaveAccessibleDescription(/Line 3/);
  });

  it('refuses JSON that is no schema', async () => {
    const { user, write } = await openJson();
    await write('[1]');
    await user.click(use());
    expect(box()).toHaveAccessibleDescription(/A schema is an object/);
  });

  it('lists what does not fit with its place, and keeps fields and text', async () => {
    const { user, write, fields } = await openJson();
    const text = '{"properties":{"odd":{"type":["string","number"]}}}';
    await write(text);
    await user.click(use());
    const item = await screen.findByText('properties / odd / type');
    expect(item.closest('li')).toHaveTextContent('It is one of several types. Choose one.');
    expect(box().value).toBe(text);
    expect(fields().map(({ name }) => name)).toEqual(['city']);
    expect(screen.queryByRole('button', { name: 'Use what fits' })).not.toBeInTheDocument();
  });

  describe('of a schema that fits in part', () => {
    const text = '{"properties":{"street":{"type":"string"},"odd":{},"zip":{"type":"string"}}}';
    async function openPart() {
      const view = await openJson();
      await view.write(text);
      await view.user.click(use());
      await screen.findByText('properties / odd / type');
      return view;
    }
    const press = (name: string) => screen.getByRole('button', { name });

    it('shows what fits beside what does not, and takes it when told to, with a way back', async () => {
      const { user, fields } = await openPart();
      const fitting = within(screen.getByRole('list', { name: '2 fields fit' }));
      const items = fitting.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(items).toEqual(['Street street Text', 'Zip zip Text']);
      expect(fields().map(({ name }) => name)).toEqual(['city']);
      await user.click(press('Use what fits'));
      expect(fields().map(({ name }) => name)).toEqual(['street', 'zip']);
      expect(said()).toContain('The schema is used: 2 fields.');
      expect(screen.queryByText('properties / odd / type')).not.toBeInTheDocument();
      expect(box()).toHaveFocus();
      await waitFor(() => expect(box().value).not.toContain('odd'));
      await user.click(press('Undo'));
      expect(fields().map(({ name }) => name)).toEqual(['city']);
    });

    it('takes nothing when cancelled, and leaves the text to be mended', async () => {
      const { user, fields } = await openPart();
      await user.click(press('Cancel'));
      expect(fields().map(({ name }) => name)).toEqual(['city']);
      expect(screen.queryByText('properties / odd / type')).not.toBeInTheDocument();
      expect(box()).toHaveValue(text);
      expect(box()).toHaveFocus();
    });
  });

  it('loses nothing typed when switching views', async () => {
    const { user, write } = await openJson();
    await write('{"half": ');
    await user.click(tab('Fields'));
    await user.click(toggle(0));
    await user.type(settings(0).getByLabelText(/^Label/), '!');
    await user.click(tab('JSON Schema'));
    expect(box().value).toBe('{"half": ');
    expect(screen.getByText(/The fields have changed since you began here/)).toBeVisible();
    await user.click(tab('Fields'));
    expect(toggle(0)).toHaveAttribute('aria-expanded', 'true');
  });

  it('throws changes away only when asked to', async () => {
    const { user, write } = await openJson();
    await waitFor(() => expect(box().value).toContain('city'));
    await write('{}');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(box().value).toContain('"city"');
    expect(use()).toBeDisabled();
  });

  it('says which fields are not finished', async () => {
    const problem = { path: ['fields', '0', 'pattern'], message: 'This pattern can take for ever.' };
    await openJson({ readToolSchema: () => unfit(problem) });
    const place = await screen.findByText('City › pattern');
    expect(place.closest('li')).toHaveTextContent('This pattern can take for ever.');
  });

  it('keeps the text when the server does not answer, and tries again', async () => {
    let isDown = true;
    const { user, write, fields } = await openJson({
      readToolSchema: (args: Args) =>
        isDown && args.inputSchema ? refuse('UNAVAILABLE', 'Down.') : readToolSchema(args),
    });
    await write('{"properties":{"zip":{}}}');
    await user.click(use());
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(box().value).toContain('zip');
    isDown = false;
    await user.click(again);
    await waitFor(() => expect(fields().map(({ name }) => name)).toEqual(['zip']));
  });
});
