import { describe, expect, it } from 'vitest';
import { readForeignSchema } from './read-foreign-schema.ts';

const text = { type: 'string' };
const odd = { type: ['string', 'number'] };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const read = (schema: unknown) => {
  const { fields, problems } = readForeignSchema(schema);
  return { names: fields.map(({ name }) => name), places: problems.map(({ path }) => path.join('.')), fields };
};

describe('what fits of a schema from elsewhere', () => {
  it.each<[string, unknown, string[], string[]]>([
    ['all of it', object({ a: text, b: text }), ['a', 'b'], []],
    ['the other properties', object({ a: text, b: odd }), ['a'], ['inputSchema.properties.b']],
    ['nothing', object({ a: odd }), [], ['inputSchema.properties.a']],
    ['nothing of what is no object', { type: 'array', items: text }, [], ['inputSchema']],
    ['nothing of what is no schema', 'text', [], ['inputSchema']],
    [
      'all but free keys',
      object({ a: text }, { additionalProperties: true }),
      ['a'],
      ['inputSchema.additionalProperties'],
    ],
    ['what no rule forbids', object({ a: text, spaceId: text }), ['a'], ['inputSchema.properties.spaceId']],
    [
      'nothing of a group that a rule forbids a part of',
      object({ a: text, rows: { type: 'array', items: object({ b: text, spaceId: text }) } }),
      ['a'],
      ['inputSchema.properties.rows.items.properties.spaceId'],
    ],
    [
      'less than what two rules forbid',
      object({ a: text, b: odd, spaceId: text }),
      ['a'],
      ['inputSchema.properties.b', 'inputSchema.properties.spaceId'],
    ],
  ])('%s', (_case, schema, names, places) => {
    expect(read(schema)).toMatchObject({ names, places });
  });

  it('is as much of a wide schema as a tool may have', () => {
    const wide = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`p${at}`, text]));
    const { names, places } = read(object({ ...wide, group: object(wide) }));
    expect([names.length, names[0], names[199]]).toEqual([200, 'p0', 'p199']);
    expect(places).toEqual(['inputSchema.properties.group.properties', 'inputSchema.properties']);
  });

  it('is a field whose texts are too long, without those texts', () => {
    const long = { ...text, title: 'T'.repeat(121), description: 'D'.repeat(1_001) };
    const { fields, places } = read(object({ home_town: long, list: { type: 'array', items: long } }));
    expect(fields).toMatchObject([{ label: 'Home Town' }, { items: { label: 'Item' } }]);
    expect(fields[0]).not.toHaveProperty('description');
    expect(places.toSorted()).toEqual(
      ['home_town', 'list.items'].flatMap((at) =>
        ['description', 'title'].map((word) => `inputSchema.properties.${at}.${word}`),
      ),
    );
  });

  it('is the rest of a group', () => {
    const { fields, places } = read(object({ address: object({ city: text, odd }) }));
    expect(fields[0]?.fields?.map(({ name }) => name)).toEqual(['city']);
    expect(places).toEqual(['inputSchema.properties.address.properties.odd']);
  });

  it('keeps a field whose condition is about one that is gone, and always shows it', () => {
    const visibleWhen = { field: 'odd', equals: 'x' };
    const { fields, names } = read(object({ odd, a: { ...text, 'x-field': { visibleWhen } } }));
    expect(names).toEqual(['a']);
    expect(fields[0]).not.toHaveProperty('visibleWhen');
  });

  it('says of each thing left out what to do', () => {
    const { problems } = readForeignSchema(object({ b: odd, c: { $ref: 'https://example.com/c.json' } }));
    expect(problems).toHaveLength(2);
    for (const { message } of problems) expect(message).toMatch(/\.$/);
  });
});
