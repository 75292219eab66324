import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asSchema } from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as files from '../test/tool-files.ts';
import { uncoveredInputs } from '../test/uncovered-inputs.ts';
import { toCodeTool } from './features/tools/code-tools.ts';
import { toToolSet } from './features/tools/to-tool-set.ts';
import { findTools, findToolUis, openToolbox } from './toolbox.ts';
import { toExampleShape } from './toolkit/define-tool.ts';
import { toInputSchema, toOutputSchema } from './toolkit/json-schema.ts';
import { findStrictProblems, stripNulls } from './toolkit/strict-mode.ts';
import { findUiProblems } from './toolkit/tool-ui-rules.ts';

const found = await findTools();
const uis = [...(await findToolUis()).values()];
const nobody = { hasEnv: () => false, log: { warn: () => {} } };

describe.each(found.map((entry) => [`${entry.tool.slug} (${entry.file})`, entry.tool] as const))(
  '%s',
  (_name, tool) => {
    it('has an input that works with every model provider and MCP client', () => {
      expect(findStrictProblems(tool.slug, toInputSchema(tool.input))).toEqual([]);
    });

    it('says what it answers', () => {
      expect(tool.output).toBeInstanceOf(z.ZodType);
      expect(Object.keys(toOutputSchema(tool.output))).not.toEqual([]);
    });

    it('shows examples that a caller could send', () => {
      for (const { label, input } of tool.inputExamples) {
        expect(toExampleShape(tool.input).safeParse(stripNulls(input)), label).toMatchObject({ success: true });
      }
    });

    it('asks people for everything that it takes', () => {
      const { inputSchema, fields } = toCodeTool(tool);
      expect(uncoveredInputs(inputSchema, fields)).toEqual([]);
    });

    it('names output sections that exist', () => {
      const properties = Object.keys((toOutputSchema(tool.output).properties as object | undefined) ?? {});
      expect(properties).toEqual(expect.arrayContaining(tool.outputSections.map((section) => section.key)));
    });
  },
);

it.each(uis.map(({ file, ui }) => [file, ui] as const))('%s fits its tool', (_file, ui) => {
  const entry = found.find(({ tool }) => tool.slug === ui.tool);
  expect(entry, `There is no tool ${ui.tool}.`).toBeDefined();
  expect(findUiProblems(ui, toCodeTool(entry!.tool))).toEqual([]);
});

it('finds the product tools of this house', async () => {
  const toolbox = await openToolbox(nobody);
  expect(toolbox.all().map((tool) => tool.slug)).toContain('roi-calculator');
  expect(new Set(found.map((entry) => entry.tool.slug)).size).toBe(found.length);
});

describe('a folder of tool files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolcrib-tools-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const addFile = (file: string, text: string) => files.addFile(folder, file, text);
  const addTool = (file: string, changes?: string) => files.addTool(folder, file, changes);

  it('offers a tool as soon as its file is there', async () => {
    expect(await findTools(folder)).toEqual([]);
    addTool('custom/greet/greet.tool.ts');
    const toolbox = await openToolbox({ ...nobody, folder });
    expect(toolbox.allMeta()).toEqual([expect.objectContaining({ slug: 'greet', name: 'Greet', tenantSlugs: [] })]);
  });

  it('gives such a tool to models as well', async () => {
    addTool('custom/greet/greet.tool.ts');
    const toolbox = await openToolbox({ ...nobody, folder });
    const call = vi.fn(async () => ({ text: 'Hello Ada' }));
    const set = toToolSet(
      toolbox.all().map((tool) => toCodeTool(tool)),
      { tenantSlug: 'demo', spaceId: null, permissions: new Set(), source: 'agent' },
      call,
    );
    expect(Object.keys(set)).toEqual(['greet']);
    expect(await asSchema(set.greet!.inputSchema).jsonSchema).toMatchObject({ required: ['who'] });
  });

  it('reads nothing but tool files', async () => {
    addFile('custom/greet/greet.ts', "throw new Error('must not be read');");
    addFile('custom/greet/greet.tool.test.ts', "throw new Error('must not be read');");
    addFile('elsewhere/greet.tool.ts', "throw new Error('must not be read');");
    expect(await findTools(folder)).toEqual([]);
  });

  it('also takes the tools of features', async () => {
    addTool('features/fun/tools/greet.tool.ts', "origin: 'system'");
    expect(await findTools(folder)).toEqual([
      { file: 'features/fun/tools/greet.tool.ts', tool: expect.objectContaining({ origin: 'system' }) },
    ]);
  });

  it.each([
    ['a slug that is no slug', "slug: 'say hello'", /the slug must match/],
    ['no output schema', 'output: undefined', /output schema \(DEF-02\)/],
    ['an input that is no object', 'input: z.union([z.object({}), z.string()])', /STR-05/],
    ['an input with keys of any name', 'input: z.object({}).catchall(z.string())', /STR-06/],
    ['an input that chooses a space', 'input: z.object({ spaceId: z.string() })', /spaceId \(GEN-06\)/],
    ['a stale example', "inputExamples: [{ label: 'Old', input: { whom: 'x' } }]", /"Old" is stale.*INX-02/],
    [
      'an internal tool that is shown',
      "executionType: 'internal', visibility: 'visible'",
      /internal and visible.*G-14/,
    ],
    ['an internal result', "executionType: 'internal', visibility: 'result-only'", /internal and result-only.*G-14/],
    ['a question that nobody sees', "executionType: 'space', visibility: 'hidden'", /space and hidden.*G-14/],
    ['no description', "description: ' '", /needs a description/],
    ['an origin that is not at home there', "origin: 'system'", /origin system; here it is custom or bundle/],
  ])('refuses %s, with the file and the rule', async (_case, changes, message) => {
    addTool('custom/greet/greet.tool.ts', changes);
    const refusal = await findTools(folder).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^custom\/greet\/greet\.tool\.ts: /);
    expect(refusal).toMatch(message);
  });

  it('names both files when a slug is taken', async () => {
    addTool('custom/greet/greet.tool.ts');
    addTool('custom/welcome/welcome.tool.ts');
    await expect(findTools(folder)).rejects.toThrow(
      'custom/welcome/welcome.tool.ts: the slug greet is taken by custom/greet/greet.tool.ts (DEF-07).',
    );
  });

  it('refuses a file without a tool, a tool made by hand, and a file that does not load', async () => {
    addFile('custom/a/a.tool.ts', 'export const nothing = 1;');
    await expect(findTools(folder)).rejects.toThrow('custom/a/a.tool.ts: it exports no tool.');
    addFile('custom/a/a.tool.ts', "export const byHand = { slug: 'x', execute() {} };");
    addFile('custom/b/b.tool.ts', "export const byHand = { slug: 'x', execute() {} };");
    rmSync(path.join(folder, 'custom/a'), { recursive: true });
    await expect(findTools(folder)).rejects.toThrow('custom/b/b.tool.ts: byHand is not made by defineTool.');
    rmSync(path.join(folder, 'custom/b'), { recursive: true });
    addFile('custom/c/c.tool.ts', "throw new Error('no coffee');");
    await expect(findTools(folder)).rejects.toThrow('custom/c/c.tool.ts: no coffee');
  });

  function addUi(file: string, tool: string) {
    const text = `import { defineToolUi } from '${files.room('tool-ui.ts')}';
      export const ui = defineToolUi({ tool: '${tool}', form: { groups: [{ fields: ['who'] }] } });`;
    addFile(file, text);
  }

  it('offers a form and a view as soon as their file is there', async () => {
    expect(await findToolUis(folder)).toEqual(new Map());
    addUi('custom/greet/greet.ui.ts', 'greet');
    expect([...(await findToolUis(folder))]).toEqual([
      ['greet', { file: 'custom/greet/greet.ui.ts', ui: expect.objectContaining({ tool: 'greet' }) }],
    ]);
  });

  it('refuses a file without a form or view, and a second one for a tool', async () => {
    addFile('custom/a/a.ui.ts', 'export const nothing = {};');
    await expect(findToolUis(folder)).rejects.toThrow('custom/a/a.ui.ts: it exports nothing made by defineToolUi.');
    addUi('custom/a/a.ui.ts', 'greet');
    addUi('custom/b/b.ui.ts', 'greet');
    rmSync(path.join(folder, 'custom/a'), { recursive: true });
    addUi('custom/c/c.ui.ts', 'greet');
    await expect(findToolUis(folder)).rejects.toThrow('custom/c/c.ui.ts: custom/b/b.ui.ts describes greet already.');
  });

  it('withdraws a tool whose environment is not there, and says which variable to set', async () => {
    addTool('custom/greet/greet.tool.ts', "requiredEnv: ['GREETING_KEY', 'HOME_TOWN']");
    const warnings: unknown[] = [];
    const log = { warn: (...line: unknown[]) => void warnings.push(line) };
    const toolbox = await openToolbox({ folder, log, hasEnv: (variable) => variable === 'HOME_TOWN' });
    expect(toolbox.get('greet')).toBeUndefined();
    expect(warnings).toEqual([
      [{ slug: 'greet', missing: ['GREETING_KEY'] }, 'The tool greet is not offered: set GREETING_KEY.'],
    ]);
    const complete = await openToolbox({ folder, log, hasEnv: () => true });
    expect(complete.get('greet')?.name).toBe('Greet');
  });
});
