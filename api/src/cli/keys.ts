import { enterTenant } from './choose-tenant.ts';
import { command, family, LIMIT_FLAG, TENANT_FLAG } from './command.ts';
import type { Ask } from './crib.ts';
import { CliFailure } from './failure.ts';
import { parseExpiry } from './key-expiry.ts';
import { noteOn, parseLimit, readPages } from './read-pages.ts';
import { clean, moment, table } from './table.ts';

type Key = {
  id: string;
  name: string;
  prefix: string;
  status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  role: { slug: string } | null;
  permissions: string[];
  actsForAgent: boolean;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

const KEY = 'id name prefix status role { slug } permissions actsForAgent createdBy createdAt expiresAt lastUsedAt';
const LIST = `query CribApiKeys($includeRevoked: Boolean!, $first: Int!, $after: String) {
  apiKeys(includeRevoked: $includeRevoked, first: $first, after: $after) {
    edges { node { ${KEY} } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const CREATE = `mutation CribCreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { ${KEY} } }
}`;
const REVOKE = `mutation CribRevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { apiKey { ${KEY} } }
}`;

const flat = (key: Key) => ({ ...key, role: key.role?.slug ?? null });

function rightsOf({ role, permissions }: Key): string {
  const own = permissions.length === 1 ? permissions[0]! : `${permissions.length} permissions`;
  if (!role) return own;
  return permissions.length > 0 ? `${role.slug}, only ${own}` : role.slug;
}

const list = command({
  name: 'list',
  description: 'Lists the API keys of a tenant, newest first.',
  flags: {
    ...TENANT_FLAG,
    'include-revoked': { type: 'boolean', description: 'Also those that were revoked.' },
    ...LIMIT_FLAG,
  },
  async run({ tenant, limit, ...given }, { crib, terminal }) {
    const most = parseLimit(limit);
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const found = await readPages<Key>(ask, LIST, { includeRevoked: given['include-revoked'] ?? false }, most);
    const columns = {
      prefix: ({ prefix }: Key) => prefix,
      name: ({ name }: Key) => name,
      status: ({ status }: Key) => status.toLowerCase(),
      rights: rightsOf,
      agent: ({ actsForAgent }: Key) => (actsForAgent ? 'yes' : 'no'),
      'last used': ({ lastUsedAt }: Key) => moment(lastUsedAt) ?? 'never',
      expires: ({ expiresAt }: Key) => moment(expiresAt) ?? 'never',
    };
    const text = found.rows.length > 0 ? table(found.rows, columns, terminal) : `${slug} has no API keys.`;
    return { data: found.rows.map(flat), text, note: noteOn(found) };
  },
});

const create = command({
  name: 'create',
  description: 'Makes an API key and prints it, this once.',
  flags: {
    ...TENANT_FLAG,
    name: { type: 'string', required: true, valueHint: 'name', description: 'What the key is for.' },
    role: { type: 'string', valueHint: 'slug', description: 'Slug of the role it holds.' },
    permissions: { type: 'string', valueHint: 'a,b', description: 'What it is narrowed to, with commas between.' },
    'acts-for-agent': { type: 'boolean', description: 'Count its calls as calls of an agent.' },
    expires: {
      type: 'string',
      valueHint: '90d',
      description: 'When it ends: 12h, 90d, 8w, or a date. Default: never.',
    },
  },
  fields: { expiresAt: 'expires' },
  async run(given, { crib }) {
    const input = {
      name: given.name,
      role: given.role,
      permissions: given.permissions?.split(',').map((permission) => permission.trim()),
      actsForAgent: given['acts-for-agent'] ?? false,
      expiresAt: given.expires === undefined ? undefined : parseExpiry(given.expires, new Date()),
    };
    const { slug, ask } = await enterTenant(await crib(), given.tenant);
    const { createApiKey } = await ask<{ createApiKey: { secret: string; apiKey: Key } }>(CREATE, { input });
    const { secret, apiKey } = createApiKey;
    const note = `The key "${clean(apiKey.name)}" of ${slug} (${rightsOf(apiKey)}). Keep it now: it cannot be shown again.`;
    return { data: { secret, ...flat(apiKey) }, text: secret, note };
  },
});

/** Whoever pastes the whole key means it as well. */
const isMeant = ({ prefix }: Key, wanted: string) => prefix.startsWith(wanted) || wanted.startsWith(prefix);
const SHORTEST_PREFIX = 6;

async function findByPrefix(ask: Ask, wanted: string, tenant: string): Promise<string> {
  const { rows } = await readPages<Key>(ask, LIST, { includeRevoked: true });
  const meant = wanted.length < SHORTEST_PREFIX ? [] : rows.filter((key) => isMeant(key, wanted));
  const working = meant.filter(({ status }) => status !== 'REVOKED');
  const [only, ...others] = working.length > 0 ? working : meant;
  if (only && others.length === 0) return only.id;
  const message = only
    ? `Several keys begin so: ${[only, ...others].map((key) => `${key.prefix} (${clean(key.name)})`).join(', ')}. Give more of it, or the id.`
    : `No key of ${tenant} begins so. See: npm run crib -- keys list --tenant ${tenant}`;
  throw new CliFailure(only ? 'BAD_USER_INPUT' : 'NOT_FOUND', message, [{ path: ['which'], message }]);
}

const revoke = command({
  name: 'revoke',
  description: 'Revokes an API key at once; its open connections are closed.',
  flags: {
    which: { type: 'positional', required: true, valueHint: 'id|prefix', description: 'Its id, or how it begins.' },
    ...TENANT_FLAG,
  },
  async run({ which, tenant }, { crib }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const id = which.startsWith('tc_') ? await findByPrefix(ask, which, slug) : which;
    const { revokeApiKey } = await ask<{ revokeApiKey: { apiKey: Key } }>(REVOKE, { input: { id } });
    const { apiKey } = revokeApiKey;
    return { data: flat(apiKey), text: `The key "${clean(apiKey.name)}" (${apiKey.prefix}…) of ${slug} is revoked.` };
  },
});

export const keys = family('keys', 'Lists, makes and revokes the API keys of a tenant.', { list, create, revoke });
