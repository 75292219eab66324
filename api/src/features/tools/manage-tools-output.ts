import { z } from 'zod';
import type { DomainError, FieldError } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { JSON_WORDS, type JsonWord } from './manage-tools-input.ts';

/** The input is told once, as fields: both ways at once would not be taken back. */
type Told = Exclude<JsonWord, 'inputSchema'>;
const TOLD = JSON_WORDS.filter((word): word is Told => word !== 'inputSchema');

const text = z.string();
const summary = z.object({
  slug: text,
  name: text,
  description: text,
  category: text,
  origin: z.enum(['SYSTEM', 'CUSTOM', 'BUNDLE', 'TENANT']),
  enabled: z.boolean(),
  version: z.number().int(),
});

const details = summary.extend({
  icon: text,
  permissionPolicy: z.enum(['auto', 'always_ask']),
  requiredPermission: text.nullable(),
  executionType: z.enum(['gateway', 'external', 'space', 'internal']),
  visibility: z.enum(['visible', 'hidden', 'result-only']),
  ...(Object.fromEntries(TOLD.map((word) => [word, text.nullable()])) as Record<Told, z.ZodNullable<z.ZodString>>),
});

/** Under the names that the input has for them, so that what `get` answers can be sent back. */
export const manageToolsOutput = z.object({
  error: text.optional().describe('Why nothing was done.'),
  fields: z
    .array(z.object({ path: text, message: text }))
    .optional()
    .describe('What is wrong, place by place.'),
  impact: z.array(text).optional().describe('What would not work any more; acknowledgeImpact goes on.'),
  currentVersion: z.number().int().optional().describe('The version that somebody else saved meanwhile.'),
  tool: details.optional(),
  tools: z.array(summary).optional(),
  total: z.number().int().optional().describe('How many there are, also of those that are not listed.'),
  deleted: text.optional().describe('The slug of what was deleted.'),
});

export type ManageToolsOutput = z.input<typeof manageToolsOutput>;

export const toSummary = (tool: ResolvedTool): z.input<typeof summary> => {
  const { slug, name, description, category, origin, enabled, version } = tool;
  return { slug, name, description, category, origin, enabled, version };
};

export function toDetails(tool: ResolvedTool): z.input<typeof details> {
  const { icon, permissionPolicy, requiredPermission, executionType, visibility } = tool;
  const texts = TOLD.map((word) => [word, tool[word] === null ? null : JSON.stringify(tool[word])]);
  return {
    ...toSummary(tool),
    ...(Object.fromEntries(texts) as Record<Told, string | null>),
    icon,
    permissionPolicy,
    requiredPermission: requiredPermission ?? null,
    executionType,
    visibility,
  };
}

/** A refusal as a model reads it: in words, at the places it wrote. */
export function toRefusal({ message, details: more }: DomainError): ManageToolsOutput {
  const { fields, impact, current } = more as {
    fields?: FieldError[];
    impact?: { subject: string; message: string }[];
    current?: { version: number };
  };
  return {
    error: message,
    ...(fields && {
      fields: fields.map(({ path, message: problem }) => ({ path: path.join('.'), message: problem })),
    }),
    ...(impact && { impact: impact.map((each) => `${each.subject}: ${each.message}`) }),
    ...(current && { currentVersion: current.version }),
  };
}
