import { enterTenant } from './choose-tenant.ts';
import { command, family, type Given, LIMIT_FLAG, type Output, TENANT_FLAG } from './command.ts';
import type { Crib } from './crib.ts';
import { UsageFailure } from './failure.ts';
import { prune } from './prune-tools.ts';
import { noteOn, parseLimit, readPages } from './read-pages.ts';
import { clean, table } from './table.ts';

type Tool = {
  slug: string;
  name: string;
  origin: string;
  category: string;
  enabled: boolean;
  permissionPolicy: string;
  overridden: string[];
  availability: { available: boolean; reason: string | null } | null;
};

const LIST = `query CribTools($filter: ToolFilter!, $first: Int!, $after: String) {
  tools(filter: $filter, first: $first, after: $after) {
    edges { node {
      slug name origin category enabled permissionPolicy overridden availability { available reason }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const SAVED = 'slug name enabled permissionPolicy version';
const OVERRIDE = `mutation CribOverrideTool($input: UpsertToolOverrideInput!) {
  upsertToolOverride(input: $input) { tool { ${SAVED} } }
}`;
const RESET = `mutation CribResetTool($input: ResetToolOverrideInput!) {
  resetToolOverride(input: $input) { tool { ${SAVED} } }
}`;
const OVERRIDE_ALL = `mutation CribOverrideToolForAll($input: UpsertGlobalToolOverrideInput!) {
  upsertGlobalToolOverride(input: $input) { override { ${SAVED} } }
}`;
const RESET_ALL = `mutation CribResetToolForAll($input: ResetGlobalToolOverrideInput!) {
  resetGlobalToolOverride(input: $input) { slug }
}`;

const list = command({
  name: 'list',
  description: 'Lists the tools of a tenant, also those that are kept back, with the reason.',
  flags: {
    ...TENANT_FLAG,
    search: { type: 'string', valueHint: 'words', description: 'Words in slug, name, description or category.' },
    ...LIMIT_FLAG,
  },
  async run({ tenant, search, limit }, { crib, terminal }) {
    const most = parseLimit(limit);
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const found = await readPages<Tool>(ask, LIST, { filter: { search, includeUnavailable: true } }, most);
    const columns = {
      slug: (tool: Tool) => tool.slug,
      name: (tool: Tool) => clean(tool.name),
      origin: ({ origin }: Tool) => origin.toLowerCase(),
      on: ({ enabled }: Tool) => (enabled ? 'yes' : 'no'),
      asks: ({ permissionPolicy }: Tool) => (permissionPolicy === 'ALWAYS_ASK' ? 'always' : 'no'),
      changed: ({ overridden }: Tool) => overridden.join(', '),
      'kept back': ({ availability }: Tool) => availability?.reason ?? '',
    };
    const text = found.rows.length > 0 ? table(found.rows, columns, terminal) : `${slug} has no such tools.`;
    return { data: found.rows, text, note: noteOn(found) };
  },
});

const POLICIES: Record<string, string> = { auto: 'AUTO', always_ask: 'ALWAYS_ASK' };
const SWITCHES: Record<string, boolean> = { true: true, false: false };

function choose<Value>(flag: string, word: string | undefined, choices: Record<string, Value>): Value | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(choices, word)) return choices[word];
  throw new UsageFailure(`--${flag} is one of ${Object.keys(choices).join(', ')}.`, flag);
}

const OVERRIDE_FLAGS = {
  slug: { type: 'positional', required: true, valueHint: 'slug', description: 'The tool.' },
  global: { type: 'boolean', description: 'For all tenants; what a tenant says itself still wins.' },
  ...TENANT_FLAG,
  enabled: { type: 'string', valueHint: 'true|false', description: 'Switch it on or off.' },
  name: { type: 'string', valueHint: 'name', description: 'Name for people.' },
  description: { type: 'string', valueHint: 'text', description: 'When to use it.' },
  policy: { type: 'string', valueHint: 'auto|always_ask', description: 'Whether calls by machines wait.' },
  reset: { type: 'boolean', description: 'Take all changes away.' },
} as const;

/** What is left out of the answer stays as it is. */
function readChange({ slug, reset, ...given }: Given<typeof OVERRIDE_FLAGS>): Record<string, unknown> {
  const change = {
    enabled: choose('enabled', given.enabled, SWITCHES),
    name: given.name,
    description: given.description,
    permissionPolicy: choose('policy', given.policy, POLICIES),
  };
  const isEmpty = Object.values(change).every((value) => value === undefined);
  if (reset && !isEmpty) throw new UsageFailure('--reset takes all changes away and goes alone.', 'reset');
  if (!reset && isEmpty) throw new UsageFailure('Say what to change: --enabled, --name, --description or --policy.');
  if (given.global && given.tenant !== undefined) {
    throw new UsageFailure('--global is for all tenants; leave out --tenant.', 'global');
  }
  return reset ? { slug } : { slug, ...change };
}

const answer = (data: { slug: string }, reset: boolean | undefined, where: string): Output => ({
  data,
  text: reset ? `${data.slug} is as the code says ${where}.` : `${data.slug} is changed ${where}.`,
});

async function overrideForAll({ ask }: Crib, input: object, reset: boolean | undefined): Promise<Output> {
  const answered = await ask<Record<string, { override?: { slug: string }; slug: string }>>(
    reset ? RESET_ALL : OVERRIDE_ALL,
    { input },
  );
  const [payload] = Object.values(answered);
  return answer(payload!.override ?? { slug: payload!.slug }, reset, 'for all tenants');
}

const override = command({
  name: 'override',
  description: 'Changes a built-in tool for one tenant, or with --global for all.',
  flags: OVERRIDE_FLAGS,
  fields: { permissionPolicy: 'policy' },
  async run(given, { crib }) {
    const input = readChange(given);
    if (given.global) return overrideForAll(await crib(), input, given.reset);
    const { slug, ask } = await enterTenant(await crib(), given.tenant);
    const answered = await ask<Record<string, { tool: { slug: string } }>>(given.reset ? RESET : OVERRIDE, { input });
    return answer(Object.values(answered)[0]!.tool, given.reset, `in ${slug}`);
  },
});

export const tools = family('tools', 'Lists tools, changes built-in ones, and removes what is left of gone ones.', {
  list,
  override,
  prune,
});
