import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { DEFAULT_TENANT } from '#features/tenancy/tenant-rules.ts';
import type { Tool } from '#generated/prisma/client.ts';
import { NotFound } from '#platform/errors.ts';
import { openWorkshop } from './open-workshop.ts';
import { removeOverride, requireCodeTool } from './reset-tool-override.ts';
import type { Workshop } from './tool-workshop.ts';
import { type UpsertToolOverrideInput, upsertToolOverride } from './upsert-tool-override.ts';

/** What holds for all may be said of every tool in code, also of those that only some tenants have. */
async function openGlobalWorkshop(ctx: Context): Promise<Workshop> {
  const workshop = await openWorkshop(ctx);
  const find = (slug: string) => {
    const tool = workshop.shelf.find(slug);
    return tool && { ...tool, tenantSlugs: [] };
  };
  return { ...workshop, shelf: { ...workshop.shelf, find } };
}

/** Only here somebody acts in the default tenant, whose rows hold for all: the operator, and nobody else. */
function enterDefaultTenant(ctx: Context): Context {
  requireOperator(ctx.viewer);
  return ctx.as(operatorIn(DEFAULT_TENANT));
}

/** Changes a built-in tool for every tenant; what a tenant says of it itself still wins. */
export async function upsertGlobalToolOverride(ctx: Context, input: UpsertToolOverrideInput): Promise<Tool> {
  const everywhere = enterDefaultTenant(ctx);
  const { id } = await upsertToolOverride(everywhere, input, await openGlobalWorkshop(everywhere));
  everywhere.ringEverywhere('Tool', id);
  const row = await everywhere.db.tool.findFirst({ where: { id } });
  if (!row) throw new NotFound(`The change of ${input.slug}`);
  return row;
}

/** Resetting twice is no mistake. */
export async function resetGlobalToolOverride(ctx: Context, input: { slug: string }): Promise<string> {
  const everywhere = enterDefaultTenant(ctx);
  const { slug } = requireCodeTool(everywhere, await openGlobalWorkshop(everywhere), input.slug);
  await everywhere.transaction(async (inside) => {
    const removed = await removeOverride(inside, { slug, permission: 'tools.system.override' });
    if (removed) inside.ringEverywhere('Tool', slug);
  });
  return slug;
}
