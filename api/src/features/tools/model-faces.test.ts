import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asSchema } from 'ai';
import { expect, it } from 'vitest';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { makeCodeTool } from '../../../test/code-tool.ts';
import { toToolSet } from './to-tool-set.ts';

type Case = {
  what: string;
  tool: Pick<ResolvedTool, 'slug' | 'description' | 'inputSchema' | 'inputExamples'>;
  face: { type: string; name: string; description: string; inputSchema: unknown };
};

/** What a model is told. The tool page, which shows it to people, is held against the same file. */
const cases: Case[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../test/cases/model-faces.json'), 'utf8'),
);
const ASKED = { tenantSlug: 'demo', spaceId: null, permissions: new Set<string>(), source: 'agent' } as const;

it.each(cases)('a model is told of $what', async ({ tool, face }) => {
  const set = toToolSet([{ ...makeCodeTool(tool.slug), ...tool }], ASKED, async () => undefined);
  const [[name, entry] = []] = Object.entries(set);
  const inputSchema = await asSchema(entry!.inputSchema).jsonSchema;
  expect({ type: 'function', name, description: entry!.description, inputSchema }).toEqual(face);
});
