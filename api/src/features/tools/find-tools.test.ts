import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newRequestId } from '#platform/ids.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { manageTools } from './manage-tools.ts';

const asked = vi.fn(() => true);
const about = { name: 'For tests', description: 'For tests.', icon: 'wrench', origin: 'custom' } as const;
const shape = { input: z.object({ word: z.string() }), output: z.object({}), execute: () => ({}) };
const extraTools = [
  defineTool({ ...about, ...shape, slug: 'watched', category: 'test', available: asked }),
  defineTool({ ...about, ...shape, slug: 'plain', category: 'test' }),
  defineTool({ ...about, ...shape, slug: 'room-note', category: 'room', harness: true }),
  defineTool({ ...about, ...shape, slug: 'reply', category: 'outbound', harness: true }),
] as unknown as ToolDefinition[];

let app: TestApp;
let story: Story;
let admin: Awaited<ReturnType<Story['as']>>;
let member: Client;
beforeAll(async () => {
  app = await createTestApp({}, { extraTools });
  story = await tellStory(app);
  [admin, member] = [await story.as('admin'), await story.as('member')];
});
afterAll(() => app.close());

describe('tools that a runtime brings itself', () => {
  const slugsIn = (edges: { node: { slug: string } }[]) => edges.map(({ node }) => node.slug);
  const LIST = 'query ($filter: ToolFilter) { tools(first: 100, filter: $filter) { edges { node { slug } } } }';

  it.each<[{ includeUnavailable: boolean; category?: string; search?: string } | null]>([
    [null],
    [{ includeUnavailable: true }],
    [{ includeUnavailable: true, category: 'room' }],
    [{ includeUnavailable: true, search: 'room-note' }],
  ])('are not in the library, whoever asks: %j', async (filter) => {
    const { tools } = await admin.get(LIST, { filter });
    expect(slugsIn(tools.edges)).not.toContain('room-note');
    expect(slugsIn(tools.edges).includes('plain')).toBe(!filter?.category && !filter?.search);
    const { toolCategories } = await admin.get(
      'query ($filter: ToolFilter) { toolCategories(filter: $filter) { name } }',
      {
        filter,
      },
    );
    expect(toolCategories).not.toContainEqual({ name: 'room' });
  });

  it.each(['tool', 'editableTool'])('are not to be had by %s', async (field) => {
    const read = `query ($slug: String!) { ${field}(slug: $slug) { slug } }`;
    expect(await admin.get(read, { slug: 'room-note' })).toEqual({ [field]: null });
    expect(await admin.get(read, { slug: 'plain' })).toEqual({ [field]: { slug: 'plain' } });
  });

  it('are neither listed nor handed out by manageTools', async () => {
    const ctx = app.createContext(admin.viewer, newRequestId());
    const { tools } = await manageTools(ctx, { action: 'list' });
    const slugs = tools!.map(({ slug }) => slug);
    expect(slugs).toContain('plain');
    expect(slugs).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(room-note|reply)$/)]));
    expect(await manageTools(ctx, { action: 'get', slug: 'room-note' })).toEqual({
      error: 'The tool room-note was not found.',
    });
  });

  it.each<[string, string | null, boolean, string]>([
    ['room-note', 'ROOM', true, 'Passed.'],
    ['room-note', 'CHAT', false, 'which chat does not bring'],
    ['room-note', 'SUB_AGENT', false, 'which sub_agent does not bring'],
    ['room-note', 'WEBHOOK', false, 'which webhook does not bring'],
    ['room-note', null, false, 'which web does not bring'],
    ['reply', 'WEBHOOK', true, 'Passed.'],
    ['reply', 'ROOM', false, 'which room does not bring'],
  ])('are explained for the runtime that is asked about: %s in %s', async (slug, runtime, available, reason) => {
    const { explainTool } = await admin.get(
      `query ($slug: String!, $runtime: Runtime) {
        explainTool(slug: $slug, runtime: $runtime) { available verdicts { gate passed reason } }
      }`,
      { slug, runtime },
    );
    const verdict = explainTool.verdicts.find(({ gate }: { gate: string }) => gate === 'harness_mismatch');
    expect(explainTool.available).toBe(available);
    expect(verdict).toMatchObject({ passed: available, reason: expect.stringContaining(reason) });
  });
});

describe('the gates', () => {
  const EVERYTHING = `{
    tools(first: 100) { totalCount edges { node { slug availability { available } } } }
    found: tools(filter: { search: "watched" }) { edges { node { id availability { reason } } } }
    toolCategories { name count }
    tool(slug: "watched") { slug availability { available } }
    plain: tool(slug: "plain") { slug }
    unknown: tool(slug: "unknown") { slug }
  }`;
  beforeEach(() => void asked.mockClear());

  it('are asked once for a request, however many fields want to know', async () => {
    const someone = await (await tellStory(app)).as('admin');
    asked.mockClear();
    const answer = await someone.get(EVERYTHING);
    expect(answer.tool).toEqual({ slug: 'watched', availability: { available: true } });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('are asked anew for another caller, and once a tool has changed', async () => {
    await admin.get(EVERYTHING);
    asked.mockClear();
    await admin.get(EVERYTHING);
    expect(asked).not.toHaveBeenCalled();
    await member.get('{ tools { totalCount } }');
    expect(asked).toHaveBeenCalledTimes(1);

    const rename =
      'mutation ($input: UpsertToolOverrideInput!) { upsertToolOverride(input: $input) { tool { slug } } }';
    await admin.get(rename, { input: { slug: 'plain', name: 'Renamed' } });
    asked.mockClear();
    await admin.get(EVERYTHING);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
