import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkDefaultExports,
  checkLengths,
  checkNames,
  checkWords,
  checkWriters,
  modelsIn,
  type WordRule,
  type WriterTable,
} from '../test/walls/file-walls.ts';
import {
  checkCycles,
  checkDoors,
  checkFaces,
  checkFeatures,
  checkRooms,
  checkSpecifiers,
  type FeatureTable,
  type RoomTable,
} from '../test/walls/import-walls.ts';
import { isTest, loadSources, type SourceFile } from '../test/walls/source.ts';

const ROOMS: RoomTable = {
  platform: ['generated'],
  toolkit: ['platform'],
  access: ['platform', 'toolkit', 'generated'],
  graphql: ['platform', 'access', 'generated'],
  features: ['platform', 'toolkit', 'access', 'graphql', 'generated'],
  custom: ['platform', 'toolkit'],
  server: ['platform', 'toolkit', 'access', 'graphql', 'features', 'generated', 'src/app.ts'],
  root: ['platform', 'toolkit', 'access', 'graphql', 'features', 'server', 'generated'],
  cli: ['platform', 'toolkit', 'access', 'graphql', 'features', 'server', 'generated', 'root'],
};

const DOORS = {
  'src/server/': ['src/main.ts', 'src/app.ts', 'src/cli'],
  'src/custom/': [],
};

/** Every feature below the line may also import those above it. */
const GROUND_FLOOR = ['audit', 'tenancy'];
const ENGINE = ['tools', 'sessions', 'executions', 'approvals'];
const FEATURES: FeatureTable = {
  audit: [],
  tenancy: ['audit'],
  // ---
  secrets: [],
  sessions: [],
  connections: ['secrets'],
  entities: [],
  documents: ['entities'],
  tools: ['secrets', 'connections'],
  tasks: ['sessions'],
  approvals: ['secrets', 'sessions', 'tasks', 'tools'],
  executions: ['sessions', 'tools', 'approvals', 'secrets', 'connections'],
  spaces: ['sessions', 'executions'],
  context: ['sessions', 'entities'],
  agents: ['connections', 'tools', 'sessions', 'executions', 'approvals', 'tasks', 'spaces', 'context'],
  schedules: ['executions', 'tasks', 'agents'],
  'mcp-gateway': ['connections', 'tools'],
  'mcp-server': ENGINE,
  'tool-sessions': ENGINE,
  embeds: ENGINE,
  bundles: ENGINE,
};

const GATHERERS = ['src/schema.ts', 'src/jobs.ts', 'src/toolbox.ts', 'src/runners.ts'];

const WRITERS: WriterTable = {
  AuditEntry: ['audit'],
  AuditHead: ['audit'],
  Tenant: ['tenancy'],
  Workspace: ['tenancy'],
  Role: ['tenancy'],
  RolePermission: ['tenancy'],
  Membership: ['tenancy'],
  Invitation: ['tenancy'],
  // Noting the last use of a key is a matter of authentication and must not wait for a verb.
  ApiKey: ['tenancy', 'src/access/key-use.ts'],
  File: ['tenancy'],
  Secret: ['secrets'],
  TenantKey: ['secrets'],
  Tool: ['tools'],
  SchemaVersion: ['tools'],
  ToolFavourite: ['tools'],
  ToolCatalogEntry: ['tools'],
  // The log is written by functions of the database, which `sessions` calls; whose a session is can change.
  Session: ['src/features/sessions/hand-session.ts'],
  SessionEvent: [],
  LogHead: [],
  RunHead: [],
  IdempotencyKey: [],
  LogReader: [],
  ProcessLease: [],
  Task: ['tasks'],
  TaskSnooze: ['tasks'],
  Approval: ['approvals'],
  ApprovalVote: ['approvals'],
  ApprovalMessage: ['approvals'],
  ApprovalRule: ['approvals'],
  Receipt: ['approvals'],
  ApprovalWebhook: ['approvals'],
  ApprovalNotice: ['approvals'],
  // People belong to the identity library; they may change their own name.
  User: ['access', 'src/features/tenancy/update-profile.ts'],
  AuthSession: ['access'],
  AuthAccount: ['access'],
  AuthVerification: ['access'],
};

/** Who goes past the tenant wall, and why. */
const ELEVATED = {
  'src/demo.ts': 'seeds an empty database',
  'src/demo-story.ts': 'lets one of the people of the demo act',
  'src/features/tenancy/create-tenant.ts': 'a new tenant has no scope yet',
  'src/features/tenancy/bootstrap-tenant.ts': 'the operator names a tenant by its slug',
  'src/features/tenancy/accept-invitation.ts': 'an invitation link names no tenant',
  'src/features/tenancy/find-tenants.ts': 'people see all the tenants they belong to',
  'src/features/tenancy/tenant.graphql.ts': 'the operator lists tenants',
  'src/features/tenancy/read-operator-status.ts': 'the operator asks how the database stands',
  'src/features/tenancy/viewer.graphql.ts': 'people see themselves, also without a tenant',
  'src/features/tools/prune-catalog.ts': 'the catalog of code tools belongs to no tenant',
  'src/features/secrets/rewrap-data-keys.ts': 'a new master key concerns every tenant',
  'src/features/tenancy/update-profile.ts': 'people change themselves, also without a tenant',
};

const WORDS: WordRule[] = [
  {
    words: /\bprocess\.env\b/,
    where: ['src/platform/env.ts'],
    instead: 'read it from env, which platform/env.ts makes.',
  },
  {
    words: /\bnew GraphQLError\b/,
    where: ['src/graphql/', 'src/server/'],
    instead: 'throw a domain error of platform/errors.ts.',
  },
  { words: /\bnew Date\(\s*\)|\bDate\.now\(/, within: 'src/features/', where: [], instead: 'ask ctx.clock.' },
  {
    words: /\.elevate\(/,
    where: Object.keys(ELEVATED),
    instead: 'use ctx.db, or list the file in ELEVATED with its reason.',
  },
  {
    words: /\bdatabase\.(system|app)\b|\{[^}]*\b(system|app)\b[^}]*\}\s*=\s*(\w+\.)?database\b/,
    where: ['src/platform/', 'src/access/', 'src/app.ts', 'src/demo.ts', 'src/cli'],
    instead: 'use ctx.db, which is narrowed to one tenant.',
  },
  { words: /\bnew PrismaClient\b/, where: ['src/platform/database.ts'], instead: 'use ctx.db.' },
  {
    words: /\$(query|execute)Raw/,
    where: [
      'src/platform/',
      'src/access/',
      'src/features/tenancy/read-operator-status.ts',
      'src/features/sessions/open-session-log.ts',
    ],
    instead: 'raw SQL does not know the tenant; use ctx.db.',
  },
];

const SUFFIXES = ['graphql', 'tool', 'ui', 'runner', 'source', 'jobs', 'cache', 'test', 'spec', 'bench', 'soak.test'];
const EMPTY_NAMES = ['index', 'util', 'utils', 'helper', 'helpers', 'types', 'service', 'services', 'manager'];
const LENGTHS = { product: 300, test: 500 };

const files = loadSources(['src', 'test', 'bench']);
const MODELS = path.resolve(import.meta.dirname, '../../prisma/models');
const models = readdirSync(MODELS).flatMap((file) => modelsIn(readFileSync(path.join(MODELS, file), 'utf8')));

type Check = (given: SourceFile[]) => string[];
const WALLS: Record<string, { check: Check; broken: Record<string, string>[] }> = {
  'rooms import only what lies below them': {
    check: (given) => checkRooms(given, ROOMS),
    broken: [
      { 'src/platform/log.ts': "import { can } from '#access/can.ts';" },
      { 'src/access/can.ts': "import type { builder } from '#graphql/builder.ts';" },
      { 'src/graphql/builder.ts': "export { createRole } from '#features/tenancy/create-role.ts';" },
      { 'src/features/audit/append-audit.ts': "const door = await import('#server/http.ts');" },
      { 'src/toolkit/define-tool.ts': "import '../access/can.ts';" },
      { 'src/server/http.ts': "import { seedDemo } from '#demo.ts';" },
      { 'src/access/people.ts': "import { Browser } from './people-test-server.ts';" },
      { 'src/attic/old.ts': "import { can } from '#access/can.ts';" },
    ],
  },
  'few enter the doors, nobody imports product tools': {
    check: (given) => checkDoors(given, DOORS),
    broken: [
      { 'src/demo.ts': "import { startServer } from './server/http.ts';" },
      { 'src/toolbox.ts': "import { tool } from './custom/invoice/invoice.tool.ts';" },
    ],
  },
  'features import only lower features': {
    check: (given) => checkFeatures(given, FEATURES, GROUND_FLOOR),
    broken: [
      { 'src/features/audit/append-audit.ts': "import { findRole } from '#features/tenancy/find-role.ts';" },
      {
        'src/features/sessions/open-session.ts': "import { executeTool } from '#features/executions/execute-tool.ts';",
      },
      { 'src/features/gadgets/make-gadget.ts': "import { can } from '#access/can.ts';" },
    ],
  },
  'faces call verbs, verbs call rules': {
    check: (given) => checkFaces(given, GATHERERS),
    broken: [
      {
        'src/features/tools/save-tool.ts': "import { RoleType } from '#features/tenancy/role.graphql.ts';",
        'src/features/tenancy/role.graphql.ts': '',
      },
      {
        'src/features/tools/save-tool.ts':
          "import type { Context } from '#access/context.ts';\nimport { ToolType } from './tool.graphql.ts';",
        'src/features/tools/tool.graphql.ts': '',
      },
      {
        'src/features/tools/tool-state.ts': "import { saveTool } from './save-tool.ts';",
        'src/features/tools/save-tool.ts': "import type { Context } from '#access/context.ts';",
      },
      { 'src/app.ts': "import './features/tools/tool.graphql.ts';", 'src/features/tools/tool.graphql.ts': '' },
    ],
  },
  'imports make no circle': {
    check: checkCycles,
    broken: [
      {
        'src/access/a.ts': "import { b } from './b.ts';",
        'src/access/b.ts': "import { c } from '#access/c.ts';",
        'src/access/c.ts': "import type { A } from './a.ts';",
      },
    ],
  },
  'imports that leave a folder name the room and the file': {
    check: checkSpecifiers,
    broken: [
      { 'src/access/can.ts': "import { Forbidden } from '../platform/errors.ts';" },
      { 'src/access/can.ts': "import { Forbidden } from '#platform/errors';" },
    ],
  },
  'a model is written by its own feature': {
    check: (given) => checkWriters(given, WRITERS),
    broken: [
      { 'src/features/tools/save-tool.ts': 'await inside.db.auditEntry\n  .create({ data });' },
      { 'src/features/audit/append-audit.ts': 'const { role } = ctx.db; await role.updateMany({ data });' },
      { 'src/server/http.ts': 'await system.membership.delete({ where })' },
    ],
  },
  'words stay in their places': {
    check: (given) => checkWords(given, WORDS),
    broken: [
      { 'src/server/http.ts': 'const port = process.env.PORT;' },
      { 'src/features/tools/save-tool.ts': "throw new GraphQLError('no');" },
      { 'src/features/tools/save-tool.ts': 'const at = new Date();' },
      { 'src/features/tools/tool-state.ts': 'const at = Date.now();' },
      { 'src/features/tools/save-tool.ts': "ctx.elevate('why not').tool.findMany()" },
      { 'src/server/http.ts': 'app.database.system.tenant.findMany()' },
      { 'src/jobs.ts': 'const { app: raw } = resources.database;' },
      { 'src/access/people.ts': 'const client = new PrismaClient({ adapter });' },
      { 'src/features/tools/save-tool.ts': 'ctx.db.$queryRaw`select 1`' },
    ],
  },
  'files stay short': {
    check: (given) => checkLengths(given, LENGTHS),
    broken: [
      { 'src/access/can.ts': 'x\n'.repeat(301) },
      { 'test/story.ts': 'x\n'.repeat(301) },
      { 'src/access/can.test.ts': 'x\n'.repeat(501) },
    ],
  },
  'names say what is in a file': {
    check: (given) => checkNames(given, SUFFIXES, EMPTY_NAMES),
    broken: [
      { 'src/access/index.ts': '' },
      { 'src/access/user-service.ts': '' },
      { 'src/utils/text.ts': '' },
      { 'src/access/userRecords.ts': '' },
      { 'src/access/people.helper.ts': '' },
      { 'src/features/tools/tool.resolver.ts': '' },
    ],
  },
  'everything is exported by its name': {
    check: checkDefaultExports,
    broken: [
      { 'src/access/can.ts': 'export default function can() {}' },
      { 'src/access/can.ts': 'export { can as default };' },
    ],
  },
};

const toFiles = (sample: Record<string, string>) =>
  Object.entries(sample).map(([file, text]) => ({ path: file, text }));

const describeSample = (sample: Record<string, string>) =>
  Object.entries(sample)
    .map(([file, text]) => `${file} ${text.split('\n').at(-1)}`)
    .join(' and ');

describe.each(Object.entries(WALLS))('%s', (_wall, { check, broken }) => {
  it('in this house', () => {
    expect(check(files).join('\n')).toBe('');
  });

  it.each(broken.map((sample) => [describeSample(sample), sample] as const))(
    'and names a breach: %s',
    (_text, sample) => {
      const [first] = Object.keys(sample);
      expect(check(toFiles(sample))).toEqual([expect.stringContaining(path.dirname(first!))]);
    },
  );
});

it('every model has a row that says who writes it', () => {
  expect(Object.keys(WRITERS).sort()).toEqual(models.sort());
});

it('every file that may go past the tenant wall still does', () => {
  const using = files.filter((file) => file.text.includes('.elevate(') && !isTest(file.path)).map((file) => file.path);
  expect(using.sort()).toEqual(Object.keys(ELEVATED).sort());
});

it('the table of features has no circle', () => {
  const samples = Object.entries(FEATURES).map(([feature, below]) => ({
    path: `src/features/${feature}/x.ts`,
    text: below.map((other) => `import '#features/${other}/x.ts';`).join('\n'),
  }));
  expect(checkCycles(samples)).toEqual([]);
});

it('comments, texts and patterns are no code', () => {
  const text = [
    "// import { a } from '#server/http.ts'; process.env.A",
    "/* new GraphQLError */ const words = 'process.env'; const more = `new Date() $" + '{ `process.env` }`;',
    "const pattern = /['\"`]process.env/; const sum = 4 / 2; const quote = '\\'process.env';",
    'const real = `$' + "{ ctx.elevate('x') }`;",
  ].join('\n');
  const sample = [{ path: 'src/features/tools/save-tool.ts', text }];
  expect(checkWords(sample, WORDS)).toEqual([expect.stringContaining(':4 says .elevate(')]);
  expect(checkRooms(sample, ROOMS)).toEqual([]);
});
