/** Where a call comes from. Finer sources (`mcp`, `schedule`, …) are kept beside it. */
export type ToolSource = 'web' | 'agent' | 'api';

export type ModelProvider = 'openai' | 'anthropic' | 'bedrock';

export type Attachment = { fileId: string; name: string; mediaType: string; size: number };

/** What a running tool may tell while it works. */
export type ToolCallbacks = {
  onOutput?(chunk: string): void;
  onToolCall?(call: { toolCallId: string; slug: string; input: unknown }): void;
  onToolResult?(result: { toolCallId: string; slug: string; output: unknown }): void;
  onSubAgentStart?(agent: { id: string; name: string }): void;
  onSubAgentChunk?(agent: { id: string; text: string }): void;
  onSubAgentToolCall?(call: { id: string; slug: string; input: unknown }): void;
  onSubAgentToolResult?(result: { id: string; slug: string; output: unknown }): void;
  onSubAgentEnd?(agent: { id: string; output: unknown }): void;
};

/** What a tool may know and use during one call, and nothing of any other call. `Host` is what the caller's house offers. */
export type ToolContext<Host = unknown> = {
  readonly host: Host;
  readonly tenantId: string;
  readonly tenantSlug: string;
  readonly workspaceId?: string;
  readonly agentId?: string;
  readonly agentSlug?: string;
  readonly userId?: string;
  readonly permissions: ReadonlySet<string>;
  readonly source: ToolSource;
  readonly subSource?: string | null;
  readonly requestId: string;
  readonly sessionId?: string;
  readonly runId?: string;
  /** Whether it is only a trial. */
  readonly test?: boolean;
  /** How many runs this one is a step of. */
  readonly depth?: number;
  readonly chatId?: string;
  readonly spaceId: string | null;
  readonly conversationId?: string;
  readonly attachments: readonly Attachment[];
  /** Values of the secrets the tool asked for; read only here, never stored. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly apiKeys: Readonly<Partial<Record<ModelProvider, string>>>;
  readonly provider?: ModelProvider;
  audit(action: string, details?: Record<string, unknown>): void;
  readonly callbacks: ToolCallbacks;
  readonly abortSignal: AbortSignal;
};
