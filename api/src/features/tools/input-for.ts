import { toFormFields } from '#toolkit/form-fields.ts';
import { toInputSchema } from '#toolkit/json-schema.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';

type ToolInput = Pick<ResolvedTool, 'inputSchema' | 'fields'>;

/** What a tool takes from whoever asks. Most take the same from everybody, which was worked out when they were read. */
export function inputFor(tool: ResolvedTool, asked: AvailabilityContext): ToolInput {
  const own = tool.definition?.inputFor?.(asked);
  if (!own) return tool;
  const inputSchema = toInputSchema(own);
  return { inputSchema, fields: toFormFields(inputSchema) };
}
