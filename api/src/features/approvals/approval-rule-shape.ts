import { z } from 'zod';
import { SOURCES } from '#toolkit/event-log.ts';

const list = (what: string) => z.array(z.string().trim().min(1).max(200)).max(100, `At most 100 ${what}.`).default([]);

/** What a rule is about: everything that is listed must hold, what is left out does not matter. */
export const matchShape = z.strictObject({
  tools: list('tools'),
  categories: list('categories'),
  origins: z.array(z.enum(['SYSTEM', 'CUSTOM', 'BUNDLE', 'TENANT'])).default([]),
  sources: z.array(z.enum(SOURCES)).default([]),
  /** Kinds of caller, or the id of one. */
  callers: list('callers'),
  roles: list('roles'),
});

export const decidersShape = z.strictObject({
  users: z.array(z.uuid()).max(50).default([]),
  roles: list('roles'),
  manager: z.boolean().default(false),
});

export type RuleMatch = z.output<typeof matchShape>;
export const VERDICTS = ['allow', 'ask', 'deny'] as const;
