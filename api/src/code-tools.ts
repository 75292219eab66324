import { toCodeTool } from '#features/tools/code-tools.ts';
import { syncCatalog } from '#features/tools/sync-catalog.ts';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Clock } from '#platform/clock.ts';
import { hasEnv } from '#platform/env.ts';
import type { Log } from '#platform/log.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { openToolbox } from './toolbox.ts';

/** Finds the tools in code, mirrors them into the database, and hands them over as the catalog shows them. */
export async function openCodeTools(options: {
  system: PrismaClient;
  clock: Clock;
  log: Log;
}): Promise<ResolvedTool[]> {
  const registry = await openToolbox({ hasEnv, log: options.log });
  const codeTools = registry.all().map(toCodeTool);
  await syncCatalog(options, codeTools);
  return codeTools;
}
