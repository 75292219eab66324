import { expect, it } from 'vitest';
import { BadConfiguration, readEnv } from './env.ts';

it('starts with nothing set', () => {
  const env = readEnv({});
  expect(env).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    production: false,
    introspection: 'on',
    rateLimits: false,
  });
  expect(Object.isFrozen(env)).toBe(true);
});

it('treats an empty value as not set', () => {
  const env = readEnv({ PORT: '', DATABASE_URL: ' ' });
  expect([env.PORT, env.DATABASE_URL]).toEqual([4000, undefined]);
});

it('is stricter in production mode', () => {
  expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({
    production: true,
    introspection: 'signed-in',
    graphiql: false,
    rateLimits: true,
  });
});

it.each([
  ['PORT', { PORT: 'four' }],
  ['PORT', { PORT: '70000' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL', { DATABASE_APP_URL: 'postgresql://x' }],
  ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
  ['PUBLIC_BASE_URL', { PUBLIC_BASE_URL: 'crib.example.com' }],
  ['TOOLCRIB_URL', { TOOLCRIB_URL: 'localhost:4000' }],
  ['EGRESS_ALLOW', { EGRESS_ALLOW: '127.0.0.1' }],
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.com' }],
  ['LIMIT_QUERY_DEPTH', { LIMIT_QUERY_DEPTH: '1' }],
  ['TOOLS_SYNC_PRUNE', { TOOLS_SYNC_PRUNE: 'perhaps' }],
  ['NODE_ENV', { NODE_ENV: 'prod' }],
  ['TOOL_ENV_ALLOW', { TOOL_ENV_ALLOW: 'CRM-KEY' }],
  ['TOOL_ENV_ALLOW', { TOOL_ENV_ALLOW: 'CRM_KEY@https://api.example.com' }],
  ['DATABASE_URL', { TOOL_ENV_ALLOW: 'CRM_KEY,DATABASE_URL@api.example.com' }],
  ['TOOLCRIB_MASTER_KEY', { TOOL_ENV_ALLOW: 'TOOLCRIB_MASTER_KEY' }],
])('names %s when it is wrong', (name, source) => {
  expect(() => readEnv(source)).toThrow(BadConfiguration);
  expect(() => readEnv(source)).toThrow(name);
});

it('forgets tools that are gone unless told otherwise', () => {
  expect([readEnv({}), readEnv({ TOOLS_SYNC_PRUNE: 'false' })].map((env) => env.TOOLS_SYNC_PRUNE)).toEqual([
    'true',
    'false',
  ]);
});

it('offers tools what the operator lists and nothing else, and tells no value to who prints it', () => {
  const env = readEnv({
    TOOL_ENV_ALLOW: 'CRM_KEY@API.example.com, CRM_KEY@*.crm.example, OPEN, BOTH@a.example, BOTH, EMPTY, GONE',
    ...{ CRM_KEY: 'canary-1', OPEN: 'canary-2', BOTH: 'canary-3', EMPTY: ' ', OTHER: 'canary-4' },
  });
  expect([...env.toolEnv]).toEqual([
    ['CRM_KEY', { value: 'canary-1', hosts: ['api.example.com', '*.crm.example'] }],
    ['OPEN', { value: 'canary-2', hosts: [] }],
    ['BOTH', { value: 'canary-3', hosts: [] }],
  ]);
  expect(JSON.stringify(env)).not.toContain('canary');
  expect(readEnv({ OPEN: 'x' }).toolEnv.size).toBe(0);
});

it('reads the egress list', () => {
  expect(readEnv({ EGRESS_ALLOW: '127.0.0.1:9000, 10.0.0.0/8,[::1]:80' }).EGRESS_ALLOW).toEqual([
    '127.0.0.1:9000',
    '10.0.0.0/8',
    '[::1]:80',
  ]);
});
