import type { AnyExecutionSpec, ResolvedTool } from '#toolkit/resolved-tool.ts';

/** The hints of MCP. What is left out is unknown, and clients expect the worst of it. */
export type McpAnnotations = {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
};

/** What HTTP promises of each method; of POST and PATCH it promises nothing. */
const BY_METHOD: Record<string, McpAnnotations> = {
  GET: { readOnlyHint: true },
  HEAD: { readOnlyHint: true },
  PUT: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  DELETE: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

const CALCULATES = { readOnlyHint: true, openWorldHint: false };

const BY_KIND: Record<string, (spec: AnyExecutionSpec) => McpAnnotations> = {
  static: () => CALCULATES,
  compute: () => CALCULATES,
  http: ({ method }) => ({ readOnlyHint: false, ...BY_METHOD[String(method ?? 'GET')], openWorldHint: true }),
  webhook: () => ({ readOnlyHint: false, openWorldHint: true }),
  prompt: ({ mode }) => (mode === 'direct' ? { readOnlyHint: true, openWorldHint: true } : { openWorldHint: true }),
  task: () => ({ readOnlyHint: false, destructiveHint: false, openWorldHint: false }),
};

const BY_EXECUTION_TYPE: Partial<Record<ResolvedTool['executionType'], McpAnnotations>> = {
  external: { openWorldHint: true },
  internal: { openWorldHint: false },
};

/** How careful a client should be with a tool, as far as its definition says. */
export function toMcpAnnotations({ executionSpec, executionType, definition }: ResolvedTool): McpAnnotations {
  if (executionSpec) return BY_KIND[executionSpec.kind]?.(executionSpec) ?? {};
  if (definition?.pure) return CALCULATES;
  const again = definition?.retrySafe === undefined ? {} : { idempotentHint: definition.retrySafe };
  return { ...again, ...BY_EXECUTION_TYPE[executionType] };
}
