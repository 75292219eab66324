import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from './schema.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);
type Member = { place: string; description?: string | null };
type Field = GraphQLField<unknown, unknown>;

const isFields = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type);
const fieldsOf = (type: GraphQLNamedType): Field[] => (isFields(type) ? Object.values(type.getFields()) : []);

/** Everything a reader of the schema can stop at. */
function membersOf(type: GraphQLNamedType): Member[] {
  const at = (name: string, { description }: { description?: string | null }) => ({
    place: `${type.name}.${name}`,
    description,
  });
  if (isEnumType(type)) return type.getValues().map((value) => at(value.name, value));
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => at(field.name, field));
  return fieldsOf(type).flatMap((field) => [
    at(field.name, field),
    ...field.args.map((arg) => at(`${field.name}(${arg.name})`, arg)),
  ]);
}

const typed = ({ name, type, defaultValue, default: given }: GraphQLArgument | GraphQLInputField): string => {
  const value = given && 'value' in given ? given.value : defaultValue;
  return `${name}: ${type}${value === undefined ? '' : ` = ${JSON.stringify(value)}`}`;
};

it('describes every type, field, argument, input field and enum value', () => {
  const members = types.flatMap((type) => [{ place: type.name, description: type.description }, ...membersOf(type)]);
  expect(members.length).toBeGreaterThan(200);
  const silent = members.filter(({ description }) => !description?.trim()).map(({ place }) => place);
  expect(silent).toEqual([]);
});

it('writes descriptions as sentences', () => {
  const members = types.flatMap((type) => [{ place: type.name, description: type.description }, ...membersOf(type)]);
  const fragments = members.filter(({ description }) => description && !/^[^a-z][\s\S]*[.!?]$/.test(description));
  expect(fragments).toEqual([]);
});

it('is printed in api/schema.graphql (else run: node api/src/print-schema.ts)', () => {
  const committed = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
  expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(committed);
  expect(() => buildSchema(committed)).not.toThrow();
});

describe('mutations', () => {
  const mutations = fieldsOf(schema.getMutationType()!);
  it.each(mutations.map((field) => [field.name, field] as const))(
    '%s takes one input and answers a payload',
    (name, field) => {
      const noun = name.charAt(0).toUpperCase() + name.slice(1);
      expect(field.args.map(typed)).toEqual([`input: ${noun}Input!`]);
      expect(String(field.type)).toBe(`${noun}Payload!`);
    },
  );
});

describe('lists', () => {
  const lists = types
    .flatMap((type) => fieldsOf(type).map((field) => ({ place: `${type.name}.${field.name}`, field })))
    .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));

  it.each(lists)('$place goes forward only, 20 rows at a time', ({ field }) => {
    const args = field.args.map(typed);
    expect(args).toEqual(expect.arrayContaining(['first: Int = 20', 'after: String']));
    expect(field.args.map((arg) => arg.name)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(last|before|offset|page|skip)$/)]),
    );
    expect(String(field.type)).toMatch(/!$/);
  });

  it.each(types.filter((type) => type.name.endsWith('Connection')))(
    '$name has edges, pageInfo and totalCount',
    (type) => {
      const shape = Object.fromEntries(fieldsOf(type).map((field) => [field.name, String(field.type)]));
      const edge = type.name.replace(/Connection$/, 'Edge');
      expect(shape).toEqual({ edges: `[${edge}!]!`, pageInfo: 'PageInfo!', totalCount: 'Int!' });
    },
  );
});

it('writes enum values in SCREAMING_SNAKE and everything else in camelCase', () => {
  const enums = types.filter(isEnumType).flatMap((type) => type.getValues().map((value) => value.name));
  expect(enums.filter((name) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))).toEqual([]);
  const names = types.flatMap((type) => (isEnumType(type) ? [] : membersOf(type).map(({ place }) => place)));
  expect(names.filter((place) => !/^[A-Z]\w*\.[a-z][a-zA-Z0-9]*(\([a-z][a-zA-Z0-9]*\))?$/.test(place))).toEqual([]);
});

it('names every input after its mutation, as a filter, or as a draft of what several save', () => {
  const mutations = new Set(fieldsOf(schema.getMutationType()!).map((field) => field.name.toLowerCase()));
  const strangers = types
    .filter(isInputObjectType)
    .filter(({ name }) => !/(Filter|Draft)$/.test(name) && !mutations.has(name.replace(/Input$/, '').toLowerCase()));
  expect(strangers).toEqual([]);
});

describe('the public contract', () => {
  /** What outside callers rely on; more may be there, nothing of this may change. */
  const PROMISED: Record<string, string[]> = {
    Query: [
      'viewer: Viewer!',
      'node(id: ID!): Node',
      'tools(after: String, filter: ToolFilter, first: Int = 20): ToolConnection!',
      'tool(slug: String!): Tool',
      'editableTool(slug: String!): Tool',
      'explainTool(agentSlug: String, runtime: Runtime, slug: String!): ToolExplanation!',
      'secrets: [Secret!]!',
      'toolRun(id: ID!): ToolRun',
      'toolRuns(after: String, filter: ToolRunFilter, first: Int = 20): ToolRunConnection!',
      'session(id: ID!): Session',
      'approvals(after: String, filter: ApprovalFilter, first: Int = 20): ApprovalConnection!',
      'approval(id: ID!): Approval',
      'myInbox(after: String, first: Int = 20): InboxItemConnection!',
    ],
    Mutation: [
      'executeTool(input: ExecuteToolInput!): ExecuteToolPayload!',
      'cancelToolRun(input: CancelToolRunInput!): CancelToolRunPayload!',
      'decideApproval(input: DecideApprovalInput!): DecideApprovalPayload!',
      'createApiKey(input: CreateApiKeyInput!): CreateApiKeyPayload!',
      'revokeApiKey(input: RevokeApiKeyInput!): RevokeApiKeyPayload!',
      'createTool(input: CreateToolInput!): CreateToolPayload!',
      'updateTool(input: UpdateToolInput!): UpdateToolPayload!',
      'deleteTool(input: DeleteToolInput!): DeleteToolPayload!',
      'upsertToolOverride(input: UpsertToolOverrideInput!): UpsertToolOverridePayload!',
      'resetToolOverride(input: ResetToolOverrideInput!): ResetToolOverridePayload!',
      'restoreToolVersion(input: RestoreToolVersionInput!): RestoreToolVersionPayload!',
      'setSecret(input: SetSecretInput!): SetSecretPayload!',
      'deleteSecret(input: DeleteSecretInput!): DeleteSecretPayload!',
    ],
    Subscription: [
      'settingsChanged: SettingsChange!',
      'toolsChanged: ToolsChange!',
      'sessionEvents(afterSeq: Int = 0, sessionId: ID!): SessionEvent!',
      'toolRunChanged(id: ID!): ToolRun!',
      'approvalsChanged: ApprovalChange!',
      'myInboxChanged: InboxChange!',
    ],
    ToolRun: [
      'id: ID!',
      'toolSlug: String!',
      'status: ToolRunStatus!',
      'input: JSON',
      'output: JSON',
      'error: ToolError',
      'durationMs: Int',
      'source: RunSource!',
      'sessionId: ID!',
      'approval: Approval',
      'createdAt: DateTime!',
    ],
    ToolError: ['code: String!', 'message: String!', 'fields: [FieldError!]'],
    FieldError: ['path: [String!]!', 'message: String!'],
    SessionEvent: [
      'id: ID!',
      'sessionId: ID!',
      'seq: Int!',
      'cursor: String!',
      'type: String!',
      'toolSlug: String',
      'runId: ID',
      'payload: JSON!',
      'createdAt: DateTime!',
    ],
    Approval: [
      'id: ID!',
      'status: ApprovalStatus!',
      'toolSlug: String!',
      'input: JSON!',
      'editedInput: JSON',
      'requestedBy: String',
      'reason: String',
      'expiresAt: DateTime',
      'run: ToolRun!',
    ],
    ExecuteToolPayload: ['run: ToolRun', 'error: ToolError'],
    CancelToolRunPayload: ['run: ToolRun!', 'outcome: CancelOutcome!'],
    DecideApprovalPayload: ['approval: Approval!', 'run: ToolRun!'],
    Viewer: ['kind: ViewerKind!', 'tenant: Tenant', 'user: User', 'role: String', 'permissions: [String!]!'],
    Tenant: ['id: ID!', 'slug: String!', 'name: String!'],
    CreateApiKeyPayload: ['apiKey: ApiKey!', 'secret: String!'],
    RevokeApiKeyPayload: ['apiKey: ApiKey!'],
    CreateToolPayload: ['tool: Tool!'],
    UpdateToolPayload: ['tool: Tool!'],
    DeleteToolPayload: ['slug: String!'],
    UpsertToolOverridePayload: ['tool: Tool!'],
    ResetToolOverridePayload: ['tool: Tool!'],
    RestoreToolVersionPayload: ['tool: Tool!'],
    SetSecretPayload: ['secret: Secret!'],
    SettingsChange: ['kind: SettingsChangeKind!', 'id: ID!'],
  };
  const print = (field: Field) => {
    const args = field.args.map(typed).join(', ');
    return `${field.name}${args && `(${args})`}: ${field.type}`;
  };

  it.each(Object.entries(PROMISED))('keeps %s', (name, promised) => {
    const type = schema.getType(name);
    expect(type && fieldsOf(type).map(print)).toEqual(expect.arrayContaining(promised));
  });

  it.each([
    [
      'CreateApiKeyInput',
      [
        'name: String!',
        'role: String',
        'permissions: [String!]',
        'actsForAgent: Boolean = false',
        'expiresAt: DateTime',
      ],
    ],
    ['RevokeApiKeyInput', ['id: ID!']],
  ])('keeps %s exactly', (name, promised) => {
    const type = schema.getType(name);
    expect(isInputObjectType(type) && Object.values(type.getFields()).map(typed).sort()).toEqual([...promised].sort());
  });

  it('keeps the kinds of settings', () => {
    const kinds = schema.getType('SettingsChangeKind');
    expect(isEnumType(kinds) && kinds.getValues().map((value) => value.name)).toEqual(
      expect.arrayContaining(['MEMBER', 'ROLE', 'API_KEY', 'SECRET']),
    );
  });

  it('has the scalars JSON and DateTime, and Node with an id', () => {
    expect(types.map((type) => type.name)).toEqual(expect.arrayContaining(['JSON', 'DateTime', 'Node']));
    expect(fieldsOf(schema.getType('Node')!).map(print)).toEqual(['id: ID!']);
  });
});
