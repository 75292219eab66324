import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Story, tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { GATES } from './evaluate-tools.ts';

const ROI = 'roi-calculator';
/** Own tools, product tools, and the built-in one that waits to be switched on. */
const EVERYTHING = ['alpha', 'beta', 'gamma', 'manageTools', ROI, 'zeta'];
const LIST = `query ($filter: ToolFilter, $first: Int, $after: String) {
  tools(filter: $filter, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { slug } }
  }
}`;
const CATEGORIES = 'query ($filter: ToolFilter) { toolCategories(filter: $filter) { name count } }';
const TOOL = `query ($slug: String!) {
  tool(slug: $slug) { id slug name origin kind enabled version executionSpec fields { name } inputSchema }
}`;
const EDITABLE = 'query ($slug: String!) { editableTool(slug: $slug) { slug name enabled version executionSpec } }';
const EXPLAIN = `query ($slug: String!, $agentSlug: String) {
  explainTool(slug: $slug, agentSlug: $agentSlug) { slug available verdicts { gate passed reason } }
}`;
const change = (verb: string) => {
  const noun = verb.charAt(0).toUpperCase() + verb.slice(1);
  const saved = '{ slug name enabled kind version permissionPolicy executionSpec }';
  return `mutation ($input: ${noun}Input!) { ${verb}(input: $input) { ${verb === 'deleteTool' ? 'slug' : `tool ${saved}`} } }`;
};

const http = { kind: 'http', url: 'https://api.example.com/{{input.city}}' };
const draft = (slug: string, more: object = {}) => ({
  slug,
  name: `Name of ${slug}`,
  description: 'Tells the weather of a city.',
  category: 'weather',
  icon: 'cloud',
  fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
  executionSpec: http,
  enabled: false,
  ...more,
});

let app: TestApp;
let story: Story;
let admin: Client;
let member: Client;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function newTenant(): Promise<void> {
  story = await tellStory(app);
  [admin, member] = [await story.as('admin'), await story.as('member')];
}
const save = async (verb: string, input: object, client = admin) => {
  const { [verb]: payload } = await client.get(change(verb), { input });
  return payload.tool ?? payload;
};
const refuse = async (verb: string, input: object) => (await admin.run(change(verb), { input })).errors![0]!;
const slugsOf = async (client: Client, filter: object = {}): Promise<string[]> => {
  const { tools } = await client.get(LIST, { filter });
  expect(tools.totalCount).toBe(tools.edges.length);
  return tools.edges.map(({ node }: { node: { slug: string } }) => node.slug);
};

describe('the library', () => {
  beforeAll(async () => {
    await newTenant();
    for (const slug of ['beta', 'alpha', 'gamma']) await save('createTool', draft(slug));
    await save('createTool', draft('zeta', { category: 'money', description: 'Counts coins.' }));
  });

  it('has the tools of the product for whoever may read tools', async () => {
    for (const client of [admin, member, await story.as('viewer')]) expect(await slugsOf(client)).toEqual([ROI]);
  });

  it('shows editors what is kept back as well, and refuses that to others', async () => {
    expect(await slugsOf(admin, { includeUnavailable: true })).toEqual(EVERYTHING);
    expect(await member.code(LIST, { filter: { includeUnavailable: true } })).toBe('FORBIDDEN');
  });

  it.each([
    [{ origin: 'TENANT' }, ['alpha', 'beta', 'gamma', 'zeta']],
    [{ origin: 'CUSTOM' }, [ROI]],
    [{ origin: 'SYSTEM' }, ['manageTools']],
    [{ kind: 'TENANT_CUSTOM', category: 'weather' }, ['alpha', 'beta', 'gamma']],
    [{ category: 'nowhere' }, []],
    [{ search: 'COINS' }, ['zeta']],
    [{ search: '  weather   bet ' }, ['beta']],
    [{ search: 'weather coins' }, []],
    [{ search: '' }, EVERYTHING],
  ])('filters by %o', async (filter, slugs) => {
    expect(await slugsOf(admin, { ...filter, includeUnavailable: true })).toEqual(slugs);
  });

  it('goes from page to page without skipping or repeating', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { tools } = await admin.get(LIST, { filter: { includeUnavailable: true }, first: 2, after });
      expect(tools).toMatchObject({ totalCount: 6, pageInfo: { hasNextPage: page < 2 } });
      seen.push(...tools.edges.map(({ node }: { node: { slug: string } }) => node.slug));
      after = tools.pageInfo.endCursor;
    }
    expect(seen).toEqual(EVERYTHING);
  });
});

describe('the categories of the library', () => {
  const counts = async (client: Client, filter: object | null = null): Promise<Record<string, number>> => {
    const { toolCategories } = await client.get(CATEGORIES, { filter });
    return Object.fromEntries(toolCategories.map(({ name, count }: { name: string; count: number }) => [name, count]));
  };
  const all = { includeUnavailable: true };
  beforeAll(async () => {
    await newTenant();
    for (const slug of ['alpha', 'beta', 'gamma']) await save('createTool', draft(slug, { enabled: slug === 'beta' }));
    await save(
      'createTool',
      draft('zeta', { category: 'money', requiredPermission: 'tools.tenant.delete', enabled: true }),
    );
  });

  it('are those of the tools that the caller has, and of no other', async () => {
    expect(await counts(admin)).toEqual({ analysis: 1, money: 1, weather: 1 });
    expect(await counts(member)).toEqual({ analysis: 1, weather: 1 });
    expect(await counts(await (await tellStory(app)).as('admin'))).toEqual({ analysis: 1 });
  });

  it('count what is kept back for editors only', async () => {
    expect(await counts(admin, { ...all, origin: 'TENANT' })).toEqual({ money: 1, weather: 3 });
    expect(await member.code(CATEGORIES, { filter: all })).toBe('FORBIDDEN');
  });

  it('come in the order of their names', async () => {
    const names = Object.keys(await counts(admin, all));
    expect(names).toEqual(names.toSorted());
  });

  it.each([
    ['a search', { search: 'beta' }, { weather: 1 }],
    ['an origin', { origin: 'CUSTOM' }, { analysis: 1 }],
    ['a kind', { kind: 'TENANT_CUSTOM' }, { money: 1, weather: 3 }],
    ['a category, which is passed over', { category: 'money', kind: 'TENANT_CUSTOM' }, { money: 1, weather: 3 }],
    ['favourites', { favourites: true }, { weather: 1 }],
  ])('honour %s', async (_name, filter, expected) => {
    const mark = 'mutation ($input: SetToolFavouriteInput!) { setToolFavourite(input: $input) { tool { slug } } }';
    await admin.get(mark, { input: { slug: 'beta', favourite: true } });
    expect(await counts(admin, { ...filter, ...all })).toEqual(expected);
  });
});

describe('one tool', () => {
  beforeAll(newTenant);

  it('is found by its slug and by its id', async () => {
    const { tool } = await member.get(TOOL, { slug: ROI });
    expect(tool).toMatchObject({ slug: ROI, origin: 'CUSTOM', kind: null, enabled: true, version: 0 });
    expect(tool.fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(tool.inputSchema.properties));
    const node = 'query ($id: ID!) { node(id: $id) { ... on Tool { slug } } }';
    expect((await member.get(node, { id: tool.id })).node).toEqual({ slug: ROI });
    const stranger = await (await tellStory(app)).as('admin');
    expect((await stranger.get(node, { id: tool.id })).node).toBeNull();
  });

  it("is null when it is unknown, switched off, or another tenant's, also for its editors", async () => {
    await save('createTool', draft('off'));
    const other = await (await tellStory(app)).as('admin');
    await save('createTool', draft('theirs'), other);
    for (const slug of ['unknown', 'off', 'theirs', '', 'x'.repeat(1_000)]) {
      for (const client of [admin, member]) expect(await client.get(TOOL, { slug })).toEqual({ tool: null });
    }
  });

  it('is there for its editors also when it is switched off', async () => {
    await save('createTool', draft('edited'));
    expect((await admin.get(EDITABLE, { slug: 'edited' })).editableTool).toMatchObject({ enabled: false, version: 1 });
    expect((await admin.get(EDITABLE, { slug: 'unknown' })).editableTool).toBeNull();
    expect((await member.get(EDITABLE, { slug: 'edited' })).editableTool).toBeNull();
    const stranger = await (await tellStory(app)).as('admin');
    expect((await stranger.get(EDITABLE, { slug: 'edited' })).editableTool).toBeNull();
  });
});

describe('authoring', () => {
  beforeAll(newTenant);
  const prompt = { kind: 'prompt', mode: 'direct', prompt_template: 'The weather of {{city}}.' };
  const inputMap = { initialInvestment: 1_000, annualBenefit: 500, years: 3, discountRate: 8 };
  const composition = { kind: 'composition', steps: [{ id: 'one', toolSlug: ROI, inputMap }] };

  it.each([
    ['http', http],
    ['prompt', prompt],
    ['composition', composition],
  ])('switches on what something here can run: %s', async (kind, executionSpec) => {
    const tool = await save('createTool', draft(`runs-${kind}`, { executionSpec, enabled: true }));
    expect(tool).toMatchObject({ enabled: true, kind: 'TENANT_CUSTOM', version: 1, executionSpec: { kind } });
  });

  it.each([
    ['task', { kind: 'task', title: 'Look at {{input.city}}' }],
    ['image', { kind: 'image', provider: 'dall-e', model: 'dall-e-3' }],
    ['prompt', { kind: 'prompt', mode: 'agent', agentSlug: 'helper' }],
  ])(
    'keeps a draft of the kind %s, and refuses to switch it on while nothing can run it',
    async (kind, executionSpec) => {
      const tool = await save('createTool', draft(`draft-${kind}`, { executionSpec }));
      expect(tool).toMatchObject({ enabled: false, kind: 'TENANT_CUSTOM', version: 1, executionSpec: { kind } });
      const refused = await refuse('createTool', draft(`on-${kind}`, { executionSpec, enabled: true }));
      expect(refused.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: [{ path: ['executionSpec', 'kind'] }],
      });
      expect((await admin.get(EDITABLE, { slug: `on-${kind}` })).editableTool).toBeNull();
    },
  );

  it('refuses a step that leaves out what its tool needs, at the step', async () => {
    const { years: _years, ...rest } = inputMap;
    const executionSpec = { kind: 'composition', steps: [{ id: 'one', toolSlug: ROI, inputMap: rest }] };
    const { extensions } = await refuse('createTool', draft('lacking', { executionSpec }));
    expect(extensions.fields).toEqual([
      { path: ['executionSpec', 'steps', '0', 'inputMap'], message: expect.stringContaining('needs years') },
    ]);
  });

  it('is switched on unless the author says otherwise', async () => {
    const { enabled: _enabled, ...input } = draft('on-by-default');
    expect(await save('createTool', input)).toMatchObject({ enabled: true });
  });

  it('refuses a slug that is taken', async () => {
    expect((await refuse('createTool', draft(ROI))).extensions.code).toBe('SLUG_TAKEN');
  });

  it('refuses a save over somebody else’s, and tells what changed', async () => {
    await save('createTool', draft('shared'));
    await save('updateTool', { slug: 'shared', version: 1, name: 'Theirs' }, await story.as('system_admin'));
    const refused = await refuse('updateTool', { slug: 'shared', version: 1, name: 'Mine' });
    expect(refused.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { version: 2, changed: { name: 'Theirs' } },
    });
    expect(await save('updateTool', { slug: 'shared', version: 2, name: 'Mine' })).toMatchObject({
      name: 'Mine',
      version: 3,
    });
  });

  it('brings an older version back as a new one', async () => {
    await save('createTool', draft('restored'));
    const executionSpec = { kind: 'static', output: 'Sunny.' };
    await save('updateTool', { slug: 'restored', version: 1, executionSpec });
    const tool = await save('restoreToolVersion', { slug: 'restored', version: 1 });
    expect(tool).toMatchObject({ version: 3, executionSpec: http });
    expect((await refuse('restoreToolVersion', { slug: 'restored', version: 9 })).extensions.code).toBe('NOT_FOUND');
  });

  it('deletes a tool, once', async () => {
    await save('createTool', draft('deleted'));
    expect(await save('deleteTool', { slug: 'deleted' })).toEqual({ slug: 'deleted' });
    expect((await admin.get(EDITABLE, { slug: 'deleted' })).editableTool).toBeNull();
    expect((await refuse('deleteTool', { slug: 'deleted' })).extensions.code).toBe('NOT_FOUND');
  });

  it('does not take an edit of a deleted tool for one of its namesake', async () => {
    for (const version of [1, 2, 3]) {
      expect(await save('createTool', draft('again'))).toMatchObject({ version });
      await save('deleteTool', { slug: 'again' });
    }
    await save('createTool', draft('again'));
    expect((await refuse('updateTool', { slug: 'again', version: 3, name: 'Late' })).extensions.code).toBe('CONFLICT');
    expect(await save('updateTool', { slug: 'again', version: 4, name: 'In time' })).toMatchObject({ version: 5 });
  });
});

describe('changing a tool that is code', () => {
  beforeAll(newTenant);

  it('holds for this tenant, at once, until it is reset', async () => {
    const other = await (await tellStory(app)).as('member');
    const off = await save('upsertToolOverride', { slug: ROI, enabled: false, name: 'Returns' });
    expect(off).toMatchObject({ enabled: false, name: 'Returns', kind: 'SYSTEM_OVERRIDE', version: 1 });
    expect((await member.get(TOOL, { slug: ROI })).tool).toBeNull();
    expect(await slugsOf(member)).toEqual([]);
    expect((await other.get(TOOL, { slug: ROI })).tool).toMatchObject({ enabled: true, version: 0 });

    expect(await save('upsertToolOverride', { slug: ROI, enabled: true })).toMatchObject({
      name: 'Returns',
      version: 2,
    });
    expect((await member.get(TOOL, { slug: ROI })).tool).toMatchObject({ name: 'Returns', kind: 'SYSTEM_OVERRIDE' });

    const reset = await save('resetToolOverride', { slug: ROI });
    expect(reset).toMatchObject({ enabled: true, kind: null, version: 0 });
    expect(reset.name).not.toBe('Returns');
    expect(await save('resetToolOverride', { slug: ROI })).toEqual(reset);
  });

  it('is refused when somebody saved in between, and for tools that are not there', async () => {
    const { version } = await save('upsertToolOverride', { slug: ROI, icon: 'star' });
    const stale = await refuse('upsertToolOverride', { slug: ROI, version: 0, icon: 'moon' });
    expect(stale.extensions).toMatchObject({ code: 'CONFLICT', current: { version } });
    expect((await refuse('upsertToolOverride', { slug: 'unknown', icon: 'moon' })).extensions.code).toBe('NOT_FOUND');
  });
});

describe('an explanation', () => {
  beforeAll(newTenant);
  const failed = (verdicts: { gate: string; passed: boolean }[]) =>
    verdicts.filter(({ passed }) => !passed).map(({ gate }) => gate);

  it('has every gate in its order', async () => {
    const { explainTool } = await admin.get(EXPLAIN, { slug: ROI });
    expect(explainTool).toMatchObject({ slug: ROI, available: true });
    expect(explainTool.verdicts.map(({ gate }: { gate: string }) => gate)).toEqual([...GATES]);
  });

  it('names every gate that keeps a tool back, and why', async () => {
    const executionSpec = { kind: 'task', title: 'Look at {{input.city}}' };
    await save('createTool', draft('kept-back', { executionSpec }));
    const { explainTool } = await admin.get(EXPLAIN, { slug: 'kept-back' });
    expect(explainTool.available).toBe(false);
    expect(failed(explainTool.verdicts)).toEqual(['no_runner', 'tenant_disabled']);
    expect(explainTool.verdicts.find(({ gate }: { gate: string }) => gate === 'no_runner').reason).toContain('task');
  });

  it('is not given of tools and agents that are not there', async () => {
    expect(await admin.code(EXPLAIN, { slug: 'unknown' })).toBe('NOT_FOUND');
    expect(await admin.code(EXPLAIN, { slug: ROI, agentSlug: 'nobody' })).toBe('NOT_FOUND');
  });
});

it('tells followers of each change in their own tenant', async () => {
  await newTenant();
  const stream = await member.follow('subscription { toolsChanged { all } }');
  const step = async (act: () => Promise<unknown>) => {
    const next = stream.next!();
    await act();
    return (await next).toolsChanged;
  };
  await save('createTool', draft('elsewhere'), await (await tellStory(app)).as('admin'));
  expect(await step(() => save('createTool', draft('news')))).toEqual({ all: false });
  expect(await step(() => save('updateTool', { slug: 'news', version: 1, name: 'News' }))).toEqual({ all: false });
  expect(await step(() => save('upsertToolOverride', { slug: ROI, enabled: false }))).toEqual({ all: false });
  const secret = { key: 'token', value: 'x', hosts: ['api.example.com'] };
  const set = 'mutation ($input: SetSecretInput!) { setSecret(input: $input) { secret { key } } }';
  expect(await step(() => admin.get(set, { input: secret }))).toEqual({ all: true });
  expect(await step(() => save('deleteTool', { slug: 'news' }))).toEqual({ all: false });
  await stream.end!();
});
