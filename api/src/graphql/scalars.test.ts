import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../test/client.ts';
import { tellStory } from '../../test/story.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

let app: TestApp;
let viewer: Client;
beforeAll(async () => {
  app = await createTestApp();
  viewer = await (await tellStory(app)).as('viewer');
});
afterAll(() => app.close());

const inVariable = (since: string) =>
  viewer.run('query ($since: DateTime) { toolRuns(filter: { since: $since }) { totalCount } }', { since });
const inVariableOfInput = (since: string) =>
  viewer.run('query ($filter: ToolRunFilter) { toolRuns(filter: $filter) { totalCount } }', { filter: { since } });
const inText = (since: string) => viewer.run(`{ toolRuns(filter: { since: "${since}" }) { totalCount } }`);

const WAYS: [way: string, path: string[], ask: typeof inText][] = [
  ['as a variable', ['since'], inVariable],
  ['within a variable', ['filter', 'since'], inVariableOfInput],
  ['in the text of the query', ['filter', 'since'], inText],
];

describe.each(WAYS)('a moment %s', (_way, path, ask) => {
  it.each([
    ['0000-01-01T00:00:00Z', 'A DateTime lies in the years 0001 to 9999.'],
    ['0001-01-01T00:00:00+01:00', 'A DateTime lies in the years 0001 to 9999.'],
    ['9999-12-31T23:59:59-01:00', 'A DateTime lies in the years 0001 to 9999.'],
    ['2026-02-30T00:00:00Z', 'The calendar does not have this day.'],
    ['2026-02-29T00:00:00+02:00', 'The calendar does not have this day.'],
    ['2026-04-31T09:30:00.5Z', 'The calendar does not have this day.'],
    ['2026-13-01T00:00:00Z', 'A DateTime is written as 2026-01-31T09:30:00Z.'],
    ['2026-11-16', 'A DateTime is written as 2026-01-31T09:30:00Z.'],
    ['soon', 'A DateTime is written as 2026-01-31T09:30:00Z.'],
  ])('is refused at its place when it is %s', async (since, message) => {
    const { errors } = await ask(since);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, message }] });
  });

  it.each([
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2028-02-29T00:00:00Z',
    '2026-03-01T00:30:00+14:00',
    '2026-12-31T24:00:00Z',
  ])('may be %s', async (since) => {
    expect(await ask(since)).toEqual({ data: { toolRuns: { totalCount: 0 } } });
  });
});
