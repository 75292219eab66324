import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const READ = `query ($slug: String!) {
  editableTool(slug: $slug) { version fieldTree fields { name } inputSchema mcpListing versions { version } }
}`;
const change = (verb: string) => {
  const noun = verb.charAt(0).toUpperCase() + verb.slice(1);
  return `mutation ($input: ${noun}Input!) { ${verb}(input: $input) { tool { slug } } }`;
};

const text = (name: string) => ({ name, label: name, type: 'text', required: false });
const fields = [
  text('zeta'),
  { ...text('place'), type: 'object', fields: [text('town'), text('area')] },
  {
    ...text('a'),
    type: 'array',
    items: {
      ...text('item'),
      required: true,
      type: 'array',
      items: { ...text('item'), required: true, type: 'object', fields: [text('y'), text('x')] },
    },
  },
];
const slug = 'ordered';
const draft = {
  slug,
  name: 'Ordered',
  description: 'Takes its fields in an order of its own.',
  category: 'test',
  icon: 'wrench',
  executionSpec: { kind: 'static', output: 1 },
};

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await (await tellStory(app)).as('admin');
});
afterAll(() => app.close());

const read = async () => (await admin.get(READ, { slug })).editableTool;

it('keeps fields in the order of their author, at every depth and for every reader', async () => {
  await admin.get(change('createTool'), { input: { ...draft, fields } });
  const tool = await read();
  expect(tool.fieldTree).toEqual(fields);
  expect(tool.fields.map(({ name }: { name: string }) => name)).toEqual(['zeta', 'place', 'a']);
  for (const { properties } of [tool.inputSchema, tool.mcpListing.inputSchema]) {
    expect(Object.keys(properties)).toEqual(['zeta', 'place', 'a']);
    expect(Object.keys(properties.place.properties)).toEqual(['town', 'area']);
    expect(Object.keys(properties.a.items.items.properties)).toEqual(['y', 'x']);
  }
});

it('makes no version of a new name, whichever way the fields are sent back', async () => {
  const { fieldTree, inputSchema } = await read();
  await admin.get(change('updateTool'), { input: { slug, version: 1, name: 'Renamed', fields: fieldTree } });
  await admin.get(change('updateTool'), { input: { slug, version: 2, name: 'Renamed again', inputSchema } });
  expect(await read()).toMatchObject({ version: 3, fieldTree: fields, versions: [{ version: 1 }] });
});
