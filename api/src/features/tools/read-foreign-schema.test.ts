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
      'less than what two rules forbid',
      object({ a: text, b: odd, spaceId: text }),
      ['a'],
      ['inputSchema.properties.b', 'inputSchema.properties.spaceId'],
    ],
  ])('%s', (_case, schema, names, places) => {
    expect(read(schema)).toMatchObject({ names, places });
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
