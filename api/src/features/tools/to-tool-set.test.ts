import { asSchema, type ToolSet } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toInputSchema } from '#toolkit/json-schema.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { toToolSet } from './to-tool-set.ts';

const nothing = async () => undefined;
const ASKED = { tenantSlug: 'demo', spaceId: null, permissions: new Set<string>(), source: 'agent' } as const;
const authored = (slug: string): ResolvedTool => ({ ...makeCodeTool(slug), origin: 'TENANT', definition: null });
type Options = Parameters<NonNullable<ToolSet[string]['execute']>>[1];
const optionsOf = (toolCallId: string, abortSignal: AbortSignal): Options => ({
  toolCallId,
  abortSignal,
  messages: [],
  context: {},
});

describe('the names that a model calls', () => {
  it.each([
    ['none', [], []],
    ['in one order, however they come', ['zoo', 'b', 'a', 'Zed', 'b-2'], ['Zed', 'a', 'b', 'b-2', 'zoo']],
    ['without colons', ['mcp:github:search', 'a'], ['a', 'mcp_github_search']],
  ])('%s', (_case, slugs, names) => {
    const make = (order: string[]) =>
      Object.keys(
        toToolSet(
          order.map((slug) => makeCodeTool(slug)),
          ASKED,
          nothing,
        ),
      );
    expect(make(slugs)).toEqual(names);
    expect(make(slugs.toReversed())).toEqual(names);
  });

  it('stand for the code where an authored tool has the same one', async () => {
    for (const tools of [
      [makeCodeTool('my:tool'), authored('my_tool')],
      [authored('my_tool'), makeCodeTool('my:tool')],
    ]) {
      const call = vi.fn(nothing);
      const set = toToolSet(tools, ASKED, call);
      await set.my_tool!.execute!({}, optionsOf('1', new AbortController().signal));
      expect(Object.keys(set)).toEqual(['my_tool']);
      expect(call).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ slug: 'my:tool' }));
    }
  });
});

describe('what a model reads', () => {
  it('is the description as it is', () => {
    expect(toToolSet([makeCodeTool('a')], ASKED, nothing).a).toMatchObject({ description: 'A tool in code.' });
  });

  it('has the examples next to the description', () => {
    const inputExamples = [
      { label: 'A short question', input: { query: 'Why?' } },
      { label: 'Nothing at all', input: {} },
    ];
    const { description } = toToolSet([makeCodeTool('a', { inputExamples })], ASKED, nothing).a!;
    expect(description).toBe(
      'A tool in code.\n\nExamples of input:\n- A short question: {"query":"Why?"}\n- Nothing at all: {}',
    );
  });

  it('has the schema of the input unchanged', async () => {
    const tool = makeCodeTool('a');
    const { inputSchema } = toToolSet([tool], ASKED, nothing).a!;
    expect(await asSchema(inputSchema).jsonSchema).toEqual(tool.inputSchema);
  });

  it('has the schema that the tool has for whoever it works for', async () => {
    const short = z.object({ query: z.string().max(10) });
    const tool = makeCodeTool('a', { inputFor: ({ source }) => (source === 'agent' ? short : z.object({})) });
    const read = async (asked: AvailabilityContext) =>
      asSchema(toToolSet([tool], asked, nothing).a!.inputSchema).jsonSchema;
    expect(await read(ASKED)).toEqual(toInputSchema(short));
    expect(await read({ ...ASKED, source: 'web' })).toEqual(toInputSchema(z.object({})));
  });
});

describe('a call by a model', () => {
  it('goes to the given function with the slug, and its answer comes back', async () => {
    const call = vi.fn(async () => ({ answer: 'Because.' }));
    const { signal } = new AbortController();
    const set = toToolSet([makeCodeTool('mcp:ask'), makeCodeTool('other')], ASKED, call);
    const answer = await set.mcp_ask!.execute!({ query: 'Why?' }, optionsOf('call-7', signal));
    expect(answer).toEqual({ answer: 'Because.' });
    expect(call).toHaveBeenCalledExactlyOnceWith({
      slug: 'mcp:ask',
      input: { query: 'Why?' },
      toolCallId: 'call-7',
      abortSignal: signal,
    });
  });

  it('fails as the function fails', async () => {
    const set = toToolSet([makeCodeTool('a')], ASKED, () => Promise.reject(new Error('Not today.')));
    const running = set.a!.execute!({}, optionsOf('1', new AbortController().signal));
    await expect(running).rejects.toThrow('Not today.');
  });
});
