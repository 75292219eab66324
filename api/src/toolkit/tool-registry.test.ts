import { expect, it } from 'vitest';
import { z } from 'zod';
import { mockToolRegistry } from '../../test/tools.ts';
import { defineTool } from './define-tool.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { createToolRegistry } from './tool-registry.ts';

const tool = (slug: string, name = slug, requiredEnv: string[] = []): ToolDefinition =>
  defineTool({
    slug,
    name,
    description: 'A sample.',
    category: 'test',
    icon: 'flask',
    origin: 'custom',
    requiredEnv,
    input: z.object({ a: z.string() }) as z.ZodObject,
    output: z.string() as z.ZodType,
    execute: () => 'done',
  });

it('a slug is given once, unless the second is meant to replace the first', () => {
  const registry = createToolRegistry();
  registry.register(tool('greet', 'First'));
  expect(() => registry.register(tool('greet', 'Second'))).toThrow('Tool greet: the slug is taken by another tool.');
  expect(registry.get('greet')?.name).toBe('First');
  registry.register(tool('greet', 'Second'), { replace: true });
  expect(registry.all().map(({ name }) => name)).toEqual(['Second']);
});

it('what can be sent of a tool has neither code nor schema', () => {
  const [meta] = mockToolRegistry(tool('greet')).allMeta();
  expect(JSON.parse(JSON.stringify(meta))).toEqual({
    slug: 'greet',
    name: 'greet',
    description: 'A sample.',
    category: 'test',
    icon: 'flask',
    collaborative: false,
    outputSections: [],
    tenantSlugs: [],
  });
});

it('tools without their environment are taken out, the others stay', () => {
  const registry = mockToolRegistry(tool('free'), tool('bound', 'bound', ['A_KEY', 'B_KEY']));
  expect(registry.withdraw((variable) => variable === 'B_KEY')).toEqual([{ slug: 'bound', missing: ['B_KEY'] }]);
  expect(registry.all().map(({ slug }) => slug)).toEqual(['free']);
});
