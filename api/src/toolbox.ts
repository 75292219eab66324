import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '#platform/log.ts';
import { isDefinedTool } from '#toolkit/define-tool.ts';
import type { CodeOrigin, ToolDefinition } from '#toolkit/tool-definition.ts';
import { createToolRegistry, type ToolRegistry } from '#toolkit/tool-registry.ts';
import { isDefinedToolUi, type ToolUi } from '#toolkit/tool-ui.ts';

/** Where tools live, below the source folder, and whose they may be there. */
const HOMES: Record<string, readonly CodeOrigin[]> = {
  features: ['system', 'bundle'],
  custom: ['custom', 'bundle'],
};

export type FoundTool = { file: string; tool: ToolDefinition };

/** A tool file that cannot be used. The message names the file and what is wrong with it. */
export class ToolFileMistake extends Error {
  constructor(file: string, message: string, cause?: unknown) {
    super(`${file}: ${message}`, { cause });
    this.name = 'ToolFileMistake';
  }
}

function findFiles(folder: string, ending: string): string[] {
  return Object.keys(HOMES).flatMap((home) => {
    const names = readdirSync(folder, { withFileTypes: true }).some(
      (entry) => entry.name === home && entry.isDirectory(),
    )
      ? readdirSync(path.join(folder, home), { recursive: true, encoding: 'utf8' })
      : [];
    const files = names.filter((name) => name.endsWith(ending)).sort();
    return files.map((name) => `${home}/${name.replaceAll(path.sep, '/')}`);
  });
}

async function importFile(folder: string, file: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(path.join(folder, file)).href);
  } catch (error) {
    throw new ToolFileMistake(file, error instanceof Error ? error.message : String(error), error);
  }
}

const looksLikeTool = (value: unknown) =>
  typeof value === 'object' && value !== null && 'slug' in value && 'execute' in value;

async function readToolFile(folder: string, file: string): Promise<FoundTool[]> {
  const exported = Object.entries(await importFile(folder, file));
  const handmade = exported.find(([, value]) => looksLikeTool(value) && !isDefinedTool(value));
  if (handmade) throw new ToolFileMistake(file, `${handmade[0]} is not made by defineTool. Wrap it (DEF-01).`);
  const tools = exported.map(([, value]) => value).filter(isDefinedTool);
  if (tools.length === 0)
    throw new ToolFileMistake(file, 'it exports no tool. Export what defineTool returns (DEF-08).');
  const [home] = file.split('/');
  const origins = HOMES[home!]!;
  for (const tool of tools) {
    if (origins.includes(tool.origin)) continue;
    throw new ToolFileMistake(
      file,
      `${tool.slug} says origin ${tool.origin}; here it is ${origins.join(' or ')} (GEN-03).`,
    );
  }
  return tools.map((tool) => ({ file, tool }));
}

/** Every tool in code, with the file it comes from. Adding a tool means adding one `*.tool.ts` file. */
export async function findTools(folder = import.meta.dirname): Promise<FoundTool[]> {
  const found: FoundTool[] = [];
  const homes = new Map<string, string>();
  for (const file of findFiles(folder, '.tool.ts')) {
    for (const entry of await readToolFile(folder, file)) {
      const other = homes.get(entry.tool.slug);
      if (other) throw new ToolFileMistake(file, `the slug ${entry.tool.slug} is taken by ${other} (DEF-07).`);
      homes.set(entry.tool.slug, file);
      found.push(entry);
    }
  }
  return found;
}

export type FoundUi = { file: string; ui: ToolUi };

/** The forms and views that lie beside tools in `*.ui.ts` files, by the slug of the tool. */
export async function findToolUis(folder = import.meta.dirname): Promise<Map<string, FoundUi>> {
  const uis = new Map<string, FoundUi>();
  for (const file of findFiles(folder, '.ui.ts')) {
    const found = Object.values(await importFile(folder, file)).filter(isDefinedToolUi);
    if (found.length === 0) throw new ToolFileMistake(file, 'it exports nothing made by defineToolUi.');
    for (const ui of found) {
      const other = uis.get(ui.tool);
      if (other) throw new ToolFileMistake(file, `${other.file} describes ${ui.tool} already.`);
      uis.set(ui.tool, { file, ui });
    }
  }
  return uis;
}

export type ToolboxOptions = {
  /** Whether a variable of the environment has a value. */
  hasEnv(variable: string): boolean;
  log: Pick<Log, 'warn'>;
  folder?: string;
};

/** The registry of all tools in code that this process can offer. */
export async function openToolbox({ hasEnv, log, folder }: ToolboxOptions): Promise<ToolRegistry> {
  const registry = createToolRegistry();
  for (const { tool } of await findTools(folder)) registry.register(tool);
  for (const { slug, missing } of registry.withdraw((variable) => !hasEnv(variable))) {
    log.warn({ slug, missing }, `The tool ${slug} is not offered: set ${missing.join(', ')}.`);
  }
  return registry;
}
