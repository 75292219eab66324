import { toCodeTool } from '#features/tools/code-tools.ts';
import { syncCatalog } from '#features/tools/sync-catalog.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { hasEnv } from '#platform/env.ts';
import type { Log } from '#platform/log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolDefinition } from '#toolkit/tool-definition.ts';
import { findUiProblems } from '#toolkit/tool-ui-rules.ts';
import { findToolUis, openToolbox, ToolFileMistake } from './toolbox.ts';

/** Finds the tools in code, mirrors them into the database, and hands them over as the catalog shows them. */
export async function openCodeTools(options: {
  system: PrismaClient;
  clock: Clock;
  log: Log;
  /** Whether the mirror forgets tools that are gone from the code. */
  prune: boolean;
  extraTools?: readonly ToolDefinition[];
  /** Where to look for their files; beside this one otherwise. */
  folder?: string;
}): Promise<ResolvedTool[]> {
  const registry = await openToolbox({ hasEnv, log: options.log, folder: options.folder });
  for (const tool of options.extraTools ?? []) registry.register(tool);
  const uis = await findToolUis(options.folder);
  const codeTools = registry.all().map((definition) => toCodeTool(definition, uis.get(definition.slug)?.ui));
  for (const { file, ui } of uis.values()) {
    const tool = codeTools.find(({ slug }) => slug === ui.tool);
    const problem = tool && findUiProblems(ui, tool)[0];
    if (problem) throw new ToolFileMistake(file, problem);
  }
  await syncCatalog(options, codeTools);
  return codeTools;
}
