import { builder } from '#graphql/builder.ts';

export const ToolOriginEnum = builder.enumType('ToolOrigin', {
  description: 'Where a tool comes from.',
  values: {
    SYSTEM: { description: 'Built in; off until the tenant switches it on.' },
    CUSTOM: { description: 'Code of this product; on until the tenant switches it off.' },
    BUNDLE: { description: 'Part of an installed bundle.' },
    TENANT: { description: 'Authored by the tenant.' },
  } as const,
});

export const ToolKindEnum = builder.enumType('ToolKind', {
  description: 'What sort of row a tenant keeps about a tool.',
  values: {
    SYSTEM_OVERRIDE: { description: 'Changes to a tool that is code.' },
    TENANT_CUSTOM: { description: "A tool of the tenant's own." },
  } as const,
});

export const PermissionPolicyEnum = builder.enumType('PermissionPolicy', {
  description: 'Whether calls by machines wait for somebody.',
  values: {
    AUTO: { value: 'auto', description: 'Whoever has the right may run it.' },
    ALWAYS_ASK: { value: 'always_ask', description: "A machine's call waits for approval." },
  } as const,
});

export const ExecutionTypeEnum = builder.enumType('ExecutionType', {
  description: 'Where a tool does its work.',
  values: {
    GATEWAY: { value: 'gateway', description: 'On this server.' },
    EXTERNAL: { value: 'external', description: 'At another service.' },
    SPACE: { value: 'space', description: 'With a person or a client, in a space.' },
    INTERNAL: { value: 'internal', description: 'On this server, and its result is never shown in a space.' },
  } as const,
});

export const ToolVisibilityEnum = builder.enumType('ToolVisibility', {
  description: 'What a space shows of a call.',
  values: {
    VISIBLE: { value: 'visible', description: 'The call and its result.' },
    HIDDEN: { value: 'hidden', description: 'Nothing.' },
    RESULT_ONLY: { value: 'result-only', description: 'The result alone.' },
  } as const,
});

export const RuntimeEnum = builder.enumType('Runtime', {
  description: 'In which situation tools are handed out.',
  values: {
    CHAT: { value: 'chat', description: 'A chat with an agent.' },
    HEARTBEAT: { value: 'heartbeat', description: 'An agent that looks after things by itself.' },
    SCHEDULE: { value: 'schedule', description: 'A scheduled task.' },
    ROOM: { value: 'room', description: 'A cycle of a room.' },
    WEBHOOK: { value: 'webhook', description: 'A trigger from outside.' },
    SUB_AGENT: { value: 'sub_agent', description: 'An agent that another agent started.' },
    MCP: { value: 'mcp', description: 'An MCP client.' },
    API: { value: 'api', description: 'A program with a key.' },
    WEB: { value: 'web', description: 'A person in the app.' },
  } as const,
});
