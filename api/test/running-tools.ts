import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

const about = { description: 'For tests.', category: 'test', icon: 'wrench', origin: 'custom' } as const;

/** How often each tool has really worked, by the word it was given. */
export const worked = new Map<string, number>();
const note = (word: string) => worked.set(word, (worked.get(word) ?? 0) + 1);

/** Tools that behave as tools do: well, slowly, badly. */
export const RUNNING_TOOLS = [
  defineTool({
    ...about,
    slug: 'add',
    name: 'Add',
    input: z.object({ a: z.number(), b: z.number().nullish() }),
    output: z.object({ sum: z.number() }),
    execute: ({ a, b }) => ({ sum: a + (b ?? 0) }),
  }),
  defineTool({
    ...about,
    slug: 'count',
    name: 'Count',
    input: z.object({ word: z.string(), ms: z.number().nullish() }),
    output: z.object({ times: z.number() }),
    async execute({ word, ms }) {
      note(word);
      if (ms) await sleep(ms);
      return { times: worked.get(word)! };
    },
  }),
  defineTool({
    ...about,
    slug: 'sleep',
    name: 'Sleep',
    input: z.object({ ms: z.number(), listens: z.boolean().nullish() }),
    output: z.object({ slept: z.number() }),
    timeoutMs: 1_000,
    async execute({ ms, listens }, { abortSignal }) {
      await sleep(ms, undefined, listens === false ? {} : { signal: abortSignal });
      return { slept: ms };
    },
  }),
  defineTool({
    ...about,
    slug: 'fail',
    name: 'Fail',
    input: z.object({ how: z.enum(['throw', 'code', 'legacy', 'shape', 'large', 'reject']) }),
    output: z.object({ text: z.string() }),
    execute({ how }) {
      if (how === 'throw') throw new Error('It broke.');
      if (how === 'code') throw new ToolFailure('OUT_OF_PAPER', 'Put in paper.');
      if (how === 'legacy') return { success: false, error: 'Not today.' } as never;
      if (how === 'large') return { text: 'x'.repeat(20_000) };
      if (how === 'reject') return Promise.reject('a word');
      return { words: 1 } as never;
    },
  }),
  defineTool({
    ...about,
    slug: 'talk',
    name: 'Talk',
    input: z.object({ words: z.array(z.string()), ms: z.number().nullish() }),
    output: z.object({ count: z.number() }),
    async execute({ words, ms }, { callbacks }) {
      for (const word of words) {
        callbacks.onOutput?.(word);
        if (ms) await sleep(ms);
      }
      return { count: words.length };
    },
  }),
  defineTool({
    ...about,
    slug: 'danger',
    name: 'Danger',
    input: z.object({ what: z.string() }),
    output: z.object({ done: z.boolean() }),
    permissionPolicy: 'always_ask',
    denyOptions: [{ label: 'Wrong time', reason: 'Ask again on Monday.' }],
    execute: () => ({ done: true }),
  }),
  defineTool({
    ...about,
    slug: 'careful',
    name: 'Careful',
    input: z.object({ action: z.enum(['read', 'write']) }),
    output: z.object({ done: z.boolean() }),
    permissionPolicy: 'always_ask',
    policyFor: ({ action }) => (action === 'read' ? 'auto' : 'always_ask'),
    execute: () => ({ done: true }),
  }),
  defineTool({
    ...about,
    slug: 'private',
    name: 'Private',
    input: z.object({ password: z.string(), note: z.string() }),
    output: z.object({ token: z.string(), note: z.string() }),
    sensitiveFields: ['password', 'token'],
    execute: ({ note: text }) => ({ token: 'canary-token', note: text }),
  }),
] as unknown as ToolDefinition[];
