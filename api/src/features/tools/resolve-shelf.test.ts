// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { describe, expect, it } from 'vitest';
import type { Tool } from '#generated/prisma/client.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { makeToolRow } from '../../../test/tool-row.ts';
import { resolveShelf } from './resolve-shelf.ts';

type Change = Partial<Tool>;

function resolveOne(more: Partial<ToolDefinition>, global: Change | null, tenant: Change | null) {
  const rows = (change: Change | null) => (change ? [makeToolRow('a', 'SYSTEM_OVERRIDE', change)] : []);
  const [tool, ...others] = resolveShelf([makeCodeTool('a', more)], { global: rows(global), tenant: rows(tenant) });
  expect(others).toEqual([]);
  return tool!;
}

describe('what rows change about a tool in code', () => {
  const SECTION = { key: 'answer', label: 'Answer', type: 'summary' };
  it.each([
    ['name', 'Renamed', 'Named for all', 'Name of a'],
    ['description', 'Described', 'Described for all', 'A tool in code.'],
    ['category', 'ours', 'everybody', 'test'],
    ['icon', 'star', 'globe', 'wrench'],
    ['visibility', 'hidden', 'result-only', 'visible'],
    ['outputSections', [SECTION], [{ ...SECTION, label: 'For all' }], []],
    ['display', { customUI: 'ours' }, { customUI: 'everybody' }, null],
    ['enabled', false, true, true],
  ] as const)('%s: the row of the tenant wins, then the one for all, then the code', (word, ours, all, code) => {
    expect(resolveOne({}, { [word]: all }, { [word]: ours })[word]).toEqual(ours);
    expect(resolveOne({}, { [word]: all }, { [word]: null })[word]).toEqual(all);
    expect(resolveOne({}, { [word]: all }, null)[word]).toEqual(all);
    expect(resolveOne({}, null, { [word]: null })[word]).toEqual(code);
    expect(resolveOne({}, null, null)[word]).toEqual(code);
  });

  it('mixes field by field', () => {
    const tool = resolveOne({}, { name: 'Named for all', icon: 'globe' }, { icon: 'star' });
    expect(tool).toMatchObject({ name: 'Named for all', icon: 'star', category: 'test' });
  });

  it.each([
    ['auto', null, null, 'auto'],
    ['auto', 'always_ask', null, 'always_ask'],
    ['auto', null, 'always_ask', 'always_ask'],
    ['auto', 'always_ask', 'auto', 'always_ask'],
    ['always_ask', null, 'auto', 'always_ask'],
    ['always_ask', 'auto', 'auto', 'always_ask'],
  ] as const)('approval %s in code, %s for all, %s for the tenant: %s', (code, all, ours, resolved) => {
    const tool = resolveOne({ permissionPolicy: code }, { permissionPolicy: all }, { permissionPolicy: ours });
    expect(tool.permissionPolicy).toBe(resolved);
  });

  it('a harness tool is on without a row, for nobody can switch it on by hand', () => {
    const harness = { origin: 'system', harness: true } as const;
    expect(resolveOne({ origin: 'system' }, null, null).enabled).toBe(false);
    expect(resolveOne(harness, null, null).enabled).toBe(true);
    expect(resolveOne(harness, { enabled: false }, null).enabled).toBe(false);
  });

  it('never touches what it takes, gives, needs and does', () => {
    const code = makeCodeTool('a', { requiredPermission: 'web.use', executionType: 'external' });
    const row = makeToolRow('a', 'SYSTEM_OVERRIDE', {
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      fields: [],
      executionSpec: { kind: 'http' },
      requiredPermission: 'tools.tenant.read',
      executionType: 'internal',
    });
    const {
      kind: _kind,
      version: _version,
      rowId: _rowId,
      base,
      ...resolved
    } = resolveShelf([code], { global: [], tenant: [row] })[0]!;
    expect(code).toMatchObject(resolved);
    expect(base).toEqual(code);
  });

  it('keeps beside it what it is without the row of the tenant, and names what that row decides', () => {
    const changed = resolveOne({}, { name: 'For all', icon: 'star' }, { name: 'Ours', enabled: false });
    expect(changed).toMatchObject({ name: 'Ours', icon: 'star', enabled: false, overridden: ['enabled', 'name'] });
    expect(changed.base).toMatchObject({ name: 'For all', icon: 'star', enabled: true, overridden: [], base: null });
    expect(resolveOne({}, { name: 'For all' }, null)).toMatchObject({ base: null, overridden: [] });
  });

  it('carries the version of the tenant, not of the row for all', () => {
    expect(resolveOne({}, { revision: 7 }, null)).toMatchObject({ version: 0, rowId: null, kind: null });
    expect(resolveOne({}, { revision: 7 }, { id: 'ours', revision: 3 })).toMatchObject({
      version: 3,
      rowId: 'ours',
      kind: 'SYSTEM_OVERRIDE',
    });
  });
});

describe('the shelf', () => {
  const own = (slug: string, more: Change = {}) =>
    makeToolRow(slug, 'TENANT_CUSTOM', { executionSpec: { kind: 'http', url: 'https://api.example.com' }, ...more });

  it('holds code and authored tools alike, by slug', () => {
    const shelf = resolveShelf([makeCodeTool('d'), makeCodeTool('b')], {
      global: [own('c')],
      tenant: [own('a'), own('e')],
    });
    expect(shelf.map(({ slug, origin }) => [slug, origin])).toEqual([
      ['a', 'TENANT'],
      ['b', 'CUSTOM'],
      ['c', 'TENANT'],
      ['d', 'CUSTOM'],
      ['e', 'TENANT'],
    ]);
  });

  it('takes the code where a tenant has a tool of the same slug', () => {
    const [tool, ...others] = resolveShelf([makeCodeTool('a')], {
      global: [],
      tenant: [own('a', { name: 'Mine', enabled: false })],
    });
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ origin: 'CUSTOM', name: 'Name of a', enabled: true, executionSpec: null });
  });

  it("takes the tenant's own tool over one for all", () => {
    const rows = { global: [own('a', { name: 'For all' })], tenant: [own('a', { name: 'Ours' })] };
    expect(resolveShelf([], rows).map(({ name }) => name)).toEqual(['Ours']);
  });

  it('forgets changes of tools that are gone from the code', () => {
    expect(
      resolveShelf([], { global: [], tenant: [makeToolRow('gone', 'SYSTEM_OVERRIDE', { enabled: true })] }),
    ).toEqual([]);
  });

  it('reads an authored tool with what it needs', () => {
    const executionSpec = {
      kind: 'http',
      url: 'https://api.example.com',
      headers: { authorization: 'Bearer ${secret.weather_token}' },
    };
    const [tool] = resolveShelf([], { global: [], tenant: [own('a', { executionSpec, revision: 4, name: 'Mine' })] });
    expect(tool).toMatchObject({
      name: 'Mine',
      kind: 'TENANT_CUSTOM',
      enabled: true,
      permissionPolicy: 'auto',
      executionType: 'gateway',
      version: 4,
      definition: null,
      inputSchema: { type: 'object', additionalProperties: false },
    });
    expect(tool!.requiredSecrets.map(({ key }) => key)).toEqual(['weather_token']);
  });

  it('needs no secret for what the operator takes from the environment', () => {
    const headers = { a: '${env.OFFERED}', b: '${env.OTHER}', c: '${secret.OFFERED_TOO}' };
    const executionSpec = { kind: 'http', url: 'https://api.example.com', headers };
    const offered = new Map(['OFFERED', 'OFFERED_TOO'].map((name) => [name, { value: 'v', hosts: [] }]));
    const [tool] = resolveShelf([], { global: [], tenant: [own('a', { executionSpec })] }, offered);
    expect(tool!.requiredSecrets.map(({ key }) => key)).toEqual(['OFFERED_TOO', 'OTHER']);
  });
});
