import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { makeToolRow } from '../../../test/tool-row.ts';
import { type AgentProfile, type Evaluation, evaluateTools, explainTool, GATES, type Gate } from './evaluate-tools.ts';
import { resolveShelf } from './resolve-shelf.ts';

const AGENT: AgentProfile = {
  slug: 'helper',
  enablement: new Map(),
  declared: new Set(['test', 'memory', 'knowledge', 'sandbox', 'git']),
  userFacingTools: 'declared',
  memoryEnabled: true,
  knowledgeEnabled: true,
  sandboxEnabled: true,
};

const asked = (more: Partial<Evaluation> = {}): Evaluation => ({
  tenantSlug: 'demo',
  permissions: new Set(),
  runtime: 'web',
  agent: null,
  includeHarness: new Set(),
  secretsSet: new Set(),
  runnableKinds: new Set(),
  availability: { tenantSlug: 'demo', agentSlug: undefined, spaceId: null, permissions: new Set(), source: 'web' },
  ...more,
});
const byAgent = (agent: Partial<AgentProfile>, more: Partial<Evaluation> = {}) =>
  asked({ runtime: 'chat', agent: { ...AGENT, ...agent }, ...more });

/** The gate that keeps the tool back, or nothing. */
function gateFor(tool: ResolvedTool, evaluation: Evaluation): Gate | undefined {
  const { included, excluded } = evaluateTools([tool], evaluation);
  expect(included.length + excluded.length).toBe(1);
  return excluded[0]?.gate;
}

const authored = (kind: string): ResolvedTool => ({
  ...makeCodeTool('own'),
  origin: 'TENANT',
  kind: 'TENANT_CUSTOM',
  definition: null,
  executionSpec: { kind },
});
const token = { key: 'token', type: 'text', label: 'Token' } as const;

type Case = [situation: string, more: Partial<ToolDefinition>, evaluation: Evaluation, gate: Gate | undefined];

describe('a tool made for some tenants', () => {
  it.each<Case>([
    ['is there for one of them', { tenantSlugs: ['ims', 'demo'] }, asked(), undefined],
    ['is not there for others', { tenantSlugs: ['ims'] }, asked(), 'tenant_allowlist'],
    ['is not there without a tenant', { tenantSlugs: ['ims'] }, asked({ tenantSlug: null }), 'tenant_allowlist'],
    ['and one for all is there without a tenant', {}, asked({ tenantSlug: null }), undefined],
  ])('%s', (_situation, more, evaluation, gate) => {
    expect(gateFor(makeCodeTool('a', more), evaluation)).toBe(gate);
  });
});

describe('switching tools on and off (TEN-05 to TEN-09)', () => {
  const ON = true;
  const OFF = false;
  it.each<[origin: 'system' | 'custom', global: boolean | null, tenant: boolean | null, there: boolean]>([
    ['system', null, null, OFF],
    ['system', ON, null, ON],
    ['system', OFF, null, OFF],
    ['system', null, ON, ON],
    ['system', null, OFF, OFF],
    ['system', ON, OFF, OFF],
    ['system', OFF, ON, ON],
    ['custom', null, null, ON],
    ['custom', ON, null, ON],
    ['custom', OFF, null, OFF],
    ['custom', null, ON, ON],
    ['custom', null, OFF, OFF],
    ['custom', ON, OFF, OFF],
    ['custom', OFF, ON, ON],
  ])('%s, row for all %s, row of the tenant %s: available %s', (origin, global, tenant, there) => {
    const rowsWith = (enabled: boolean | null) =>
      enabled === null ? [] : [makeToolRow('a', 'SYSTEM_OVERRIDE', { enabled })];
    const [tool] = resolveShelf([makeCodeTool('a', { origin })], {
      global: rowsWith(global),
      tenant: rowsWith(tenant),
    });
    expect(gateFor(tool!, asked())).toBe(there ? undefined : 'tenant_disabled');
  });

  const [BY_DEFAULT, BY_OPERATOR, BY_TENANT] = [
    'Built-in tools are off until the tenant switches them on.',
    'The operator switched it off for all tenants. This tenant can override that for itself.',
    'It is switched off for this tenant.',
  ] as const;
  it.each<[origin: 'system' | 'custom', global: object | null, tenant: object | null, reason: string]>([
    ['system', null, null, BY_DEFAULT],
    ['system', { name: 'x' }, { name: 'x' }, BY_DEFAULT],
    ['system', { enabled: OFF }, null, BY_OPERATOR],
    ['system', { enabled: OFF }, { name: 'x' }, BY_OPERATOR],
    ['system', { enabled: OFF }, { enabled: OFF }, BY_TENANT],
    ['system', { enabled: ON }, { enabled: OFF }, BY_TENANT],
    ['system', null, { enabled: OFF }, BY_TENANT],
    ['custom', { enabled: OFF }, null, BY_OPERATOR],
    ['custom', null, { enabled: OFF }, BY_TENANT],
  ])('%s, row for all %j, row of the tenant %j: %s', (origin, global, tenant, reason) => {
    const rowsOf = (row: object | null) => (row ? [makeToolRow('a', 'SYSTEM_OVERRIDE', row)] : []);
    const rows = { global: rowsOf(global), tenant: rowsOf(tenant) };
    const [tool] = resolveShelf([makeCodeTool('a', { origin })], rows);
    expect(evaluateTools([tool!], asked()).excluded).toEqual([{ slug: 'a', gate: 'tenant_disabled', reason }]);
  });

  it('an own tool that is switched off is so for its tenant', () => {
    const tool = { ...authored('http'), enabled: false };
    const { excluded } = evaluateTools([tool], asked({ runnableKinds: new Set(['http']) }));
    expect(excluded).toMatchObject([{ reason: BY_TENANT }]);
  });

  it('a row that says nothing about it leaves it as it was', () => {
    const rows = { global: [], tenant: [makeToolRow('a', 'SYSTEM_OVERRIDE', { name: 'Renamed' })] };
    expect(gateFor(resolveShelf([makeCodeTool('a', { origin: 'system' })], rows)[0]!, asked())).toBe('tenant_disabled');
    expect(gateFor(resolveShelf([makeCodeTool('a')], rows)[0]!, asked())).toBeUndefined();
  });
});

describe('a tool whose input depends on who asks', () => {
  const fails = () => {
    throw new Error('no');
  };
  it.each<Case>([
    ['is there with an input that models take', { inputFor: () => z.object({ a: z.string() }) }, asked(), undefined],
    ['is not there when it cannot tell', { inputFor: fails }, asked(), 'predicate'],
    ['nor with an input that is open', { inputFor: () => z.looseObject({ a: z.string() }) }, asked(), 'predicate'],
  ])('%s', (_situation, more, evaluation, gate) => {
    expect(gateFor(makeCodeTool('a', more), evaluation)).toBe(gate);
  });
});

describe('a tool that a tenant authored', () => {
  it('is there only where something can run it', () => {
    expect(gateFor(authored('http'), asked())).toBe('no_runner');
    expect(gateFor({ ...authored('http'), enabled: false }, asked())).toBe('no_runner');
    expect(gateFor(authored('http'), asked({ runnableKinds: new Set(['prompt']) }))).toBe('no_runner');
    expect(gateFor(authored('http'), asked({ runnableKinds: new Set(['http']) }))).toBeUndefined();
  });
});

describe('a harness tool', () => {
  const harness = { harness: true, category: 'sandbox' };
  const brought = { includeHarness: new Set(['sandbox']) };
  it.each<Case>([
    ['is not there unless the runtime brings its category', harness, asked(), 'harness_mismatch'],
    ['nor when it brings another', harness, asked({ includeHarness: new Set(['git']) }), 'harness_mismatch'],
    [
      'nor when an agent switches it on by hand',
      harness,
      byAgent({ enablement: new Map([['a', true]]) }),
      'harness_mismatch',
    ],
    ['is there when the runtime brings it', harness, asked(brought), undefined],
    [
      'whatever the agent declares or has off',
      harness,
      byAgent({ declared: new Set(), sandboxEnabled: false }, brought),
      undefined,
    ],
    ['whatever rows of the agent say', harness, byAgent({ enablement: new Map([['a', false]]) }, brought), undefined],
    ['but not past a right', { ...harness, requiredPermission: 'web.use' }, asked(brought), 'permission'],
  ])('%s', (_situation, more, evaluation, gate) => {
    expect(gateFor(makeCodeTool('a', more), evaluation)).toBe(gate);
  });
});

describe('an agent', () => {
  const row = (enabled: boolean) => ({ enablement: new Map([['a', enabled]]) });
  const nothing = { declared: new Set<string>() };
  it.each<Case>([
    ['has a tool it declares by slug', {}, byAgent({ declared: new Set(['a']) }), undefined],
    ['has a tool it declares by group', {}, byAgent({ declared: new Set(['test']) }), undefined],
    ['has none that it does not declare', {}, byAgent(nothing), 'not_enabled'],
    ['has one that is switched on by hand', {}, byAgent({ ...nothing, ...row(true) }), undefined],
    ['has none that is switched off by hand', {}, byAgent(row(false)), 'not_enabled'],
    ['with all user-facing tools has product tools', {}, byAgent({ ...nothing, userFacingTools: 'all' }), undefined],
    [
      'with all user-facing tools has no built-in ones',
      { origin: 'system' },
      byAgent({ ...nothing, userFacingTools: 'all' }),
      'not_enabled',
    ],
    [
      'with all user-facing tools has none that is switched off by hand',
      {},
      byAgent({ userFacingTools: 'all', ...row(false) }),
      'not_enabled',
    ],
    [
      'without memory has no memory tools',
      { category: 'memory' },
      byAgent({ memoryEnabled: false }),
      'memory_disabled',
    ],
    ['with memory has them', { category: 'memory' }, byAgent({}), undefined],
    [
      'without knowledge has no knowledge tools',
      { category: 'knowledge' },
      byAgent({ knowledgeEnabled: false }),
      'knowledge_disabled',
    ],
    ['with knowledge has them', { category: 'knowledge' }, byAgent({}), undefined],
    [
      'without a sandbox has no sandbox tools',
      { category: 'sandbox' },
      byAgent({ sandboxEnabled: false }),
      'sandbox_disabled',
    ],
    ['without a sandbox has no git tools', { category: 'git' }, byAgent({ sandboxEnabled: false }), 'sandbox_disabled'],
    ['with a sandbox has them', { category: 'git' }, byAgent({}), undefined],
    [
      'without a flag does not get round it by a row',
      { category: 'memory' },
      byAgent({ memoryEnabled: false, ...row(true) }),
      'memory_disabled',
    ],
  ])('%s', (_situation, more, evaluation, gate) => {
    const tool = { ...makeCodeTool('a', more), enabled: true };
    expect(gateFor(tool, evaluation)).toBe(gate);
  });

  it('is what flags are about: people have the tools of every category', () => {
    for (const category of ['memory', 'knowledge', 'sandbox', 'git']) {
      expect(gateFor(makeCodeTool('a', { category }), asked())).toBeUndefined();
    }
  });
});

describe('what a call would need', () => {
  const no = () => false;
  const fails = () => {
    throw new Error('broken');
  };
  it.each<Case>([
    ['a secret that is not set', { requiredSecrets: [token] }, asked(), 'missing_secret'],
    ['a secret that is set', { requiredSecrets: [token] }, asked({ secretsSet: new Set(['token']) }), undefined],
    ['an optional secret does not count', { requiredSecrets: [{ ...token, optional: true }] }, asked(), undefined],
    ['a right that is missing', { requiredPermission: 'web.use' }, asked(), 'permission'],
    ['a right without any caller', { requiredPermission: 'web.use' }, asked({ permissions: null }), 'permission'],
    [
      'a right that is there',
      { requiredPermission: 'web.use' },
      asked({ permissions: new Set(['web.use']) }),
      undefined,
    ],
    ['a predicate that says no', { available: no }, asked(), 'predicate'],
    ['a predicate that throws says no', { available: fails }, asked(), 'predicate'],
    ['a predicate that says yes', { available: ({ tenantSlug }) => tenantSlug === 'demo' }, asked(), undefined],
  ])('%s', (_situation, more, evaluation, gate) => {
    expect(gateFor(makeCodeTool('a', more), evaluation)).toBe(gate);
  });

  it('is told by its name', () => {
    const tool = makeCodeTool('a', { requiredSecrets: [token, { ...token, key: 'other' }] });
    expect(evaluateTools([tool], asked()).excluded).toEqual([
      { slug: 'a', gate: 'missing_secret', reason: 'These secrets are not set: token, other.' },
    ]);
  });
});

describe('the order of the gates', () => {
  /** Fails at every gate that one tool can fail at together, and how each is put right. */
  const broken: ResolvedTool = {
    ...makeCodeTool('a', {
      tenantSlugs: ['ims'],
      category: 'memory',
      requiredSecrets: [token],
      requiredPermission: 'web.use',
      available: () => false,
    }),
    enabled: false,
    executionSpec: { kind: 'http' },
  };
  const refusing = byAgent({ declared: new Set(), memoryEnabled: false });
  const repairs: [Gate, Partial<ResolvedTool>, Partial<Evaluation>][] = [
    ['tenant_allowlist', { tenantSlugs: [] }, {}],
    ['no_runner', {}, { runnableKinds: new Set(['http']) }],
    ['tenant_disabled', { enabled: true }, {}],
    ['not_enabled', {}, { agent: { ...AGENT, memoryEnabled: false } }],
    ['memory_disabled', {}, { agent: AGENT }],
    ['missing_secret', {}, { secretsSet: new Set(['token']) }],
    ['permission', {}, { permissions: new Set(['web.use']) }],
    ['predicate', { definition: null }, {}],
  ];

  it('is fixed: the first that refuses is named, whatever comes behind it', () => {
    let [tool, evaluation] = [broken, refusing];
    for (const [gate, better, asks] of repairs) {
      expect(gateFor(tool, evaluation)).toBe(gate);
      [tool, evaluation] = [
        { ...tool, ...better },
        { ...evaluation, ...asks },
      ];
    }
    expect(gateFor(tool, evaluation)).toBeUndefined();
  });

  it('is the order of an explanation, which has every verdict', () => {
    const verdicts = explainTool(broken, refusing);
    expect(verdicts.map(({ gate }) => gate)).toEqual([...GATES]);
    expect(verdicts.filter(({ passed }) => !passed).map(({ gate }) => gate)).toEqual(repairs.map(([gate]) => gate));
    for (const { passed, reason } of verdicts) expect(reason === 'Passed.').toBe(passed);
  });

  it('explains a tool that is there with nothing but passes', () => {
    expect(explainTool(makeCodeTool('a'), asked()).every(({ passed }) => passed)).toBe(true);
  });
});

it('keeps the order of tools and loses none', () => {
  const tools = ['c', 'a', 'b', 'd'].map((slug) => makeCodeTool(slug, slug === 'a' ? { tenantSlugs: ['ims'] } : {}));
  const { included, excluded } = evaluateTools(tools, asked());
  expect(included.map(({ slug }) => slug)).toEqual(['c', 'b', 'd']);
  expect(excluded.map(({ slug }) => slug)).toEqual(['a']);
});
