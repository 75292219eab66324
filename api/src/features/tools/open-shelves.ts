import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import type { Database } from '#platform/database.ts';
import type { Live } from '#platform/live.ts';
import type { ToolEnv } from '#platform/tool-env.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { ToolShelf, ToolShelves } from '#toolkit/tool-shelf.ts';
import { makeShelf } from './make-shelf.ts';
import { readToolRows } from './read-tool-rows.ts';

const KEPT_SHELVES = 500;

type Options = {
  owner: Database['owner'];
  system: Database['system'];
  live: Live;
  codeTools: readonly ResolvedTool[];
  runnableKinds: ReadonlySet<string>;
  /** What the operator lets tools take from the environment. */
  toolEnv?: ToolEnv;
};

/** Shelves are kept until a bell says that a row of the tenant, or one for all tenants, has changed. */
export function openShelves({ owner, system, live, codeTools, runnableKinds, toolEnv }: Options): ToolShelves {
  const kept = new Map<string, Promise<ToolShelf>>();

  const stopListening = live.listen((bell) => {
    if (bell.model !== '*' && bell.model !== 'Tool' && bell.model !== 'Secret') return;
    if (bell.tenantId === '*' || bell.tenantId === DEFAULT_TENANT.id) kept.clear();
    else kept.delete(bell.tenantId);
  });

  async function load(tenantId: string): Promise<ToolShelf> {
    const [rows, secrets] = await Promise.all([
      readToolRows(owner, [tenantId, DEFAULT_TENANT.id]),
      system.secret.findMany({ where: { tenantId, agentSlug: '' }, select: { key: true } }),
    ]);
    const global = rows.filter((row) => row.tenantId === DEFAULT_TENANT.id);
    const tenant = rows.filter((row) => row.tenantId === tenantId);
    const secretsSet = new Set(secrets.map((secret) => secret.key));
    return makeShelf({ codeTools, global, secretsSet, toolEnv }, tenant);
  }

  return {
    async of(tenantId) {
      const known = live.healthy() ? kept.get(tenantId) : undefined;
      if (known) return known;
      const loading = load(tenantId);
      // Kept from the start: a bell that rings while it loads drops it, and the next caller loads anew.
      kept.set(tenantId, loading);
      if (kept.size > KEPT_SHELVES) kept.delete(kept.keys().next().value!);
      loading.catch(() => {
        if (kept.get(tenantId) === loading) kept.delete(tenantId);
      });
      return loading;
    },
    runnableKinds,
    close: stopListening,
  };
}
