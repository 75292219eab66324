import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { tenantIdOf } from '#access/viewer.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { InvalidInput, NotFound } from '#platform/errors.ts';
import { refuseDuplicate } from '#platform/refuse-duplicate.ts';

const PERMISSION = 'settings.tenant.update';

export async function createWorkspace(ctx: Context, input: { slug: string; name: string }): Promise<string> {
  requireCan(ctx.viewer, PERMISSION);
  const work = ctx.transaction(async (inside) => {
    const workspace = await inside.db.workspace.create({
      data: { ...input, tenantId: tenantIdOf(ctx.viewer) },
    });
    await note(inside, 'workspace.created', workspace);
    return workspace.id;
  });
  return refuseDuplicate(work, () => InvalidInput.of('slug', `There is a workspace ${input.slug} already.`));
}

export async function updateWorkspace(ctx: Context, input: { id: string | undefined; name: string }): Promise<string> {
  requireCan(ctx.viewer, PERMISSION);
  return ctx.transaction(async (inside) => {
    const { id } = await requireWorkspace(inside, input.id);
    const workspace = await inside.db.workspace.update({
      where: { id },
      data: { name: input.name },
    });
    await note(inside, 'workspace.updated', workspace);
    return id;
  });
}

export async function deleteWorkspace(ctx: Context, workspaceId: string | undefined): Promise<string> {
  requireCan(ctx.viewer, PERMISSION);
  return ctx.transaction(async (inside) => {
    const workspace = await requireWorkspace(inside, workspaceId);
    await inside.db.workspace.delete({ where: { id: workspace.id } });
    await note(inside, 'workspace.deleted', workspace);
    return workspace.id;
  });
}

async function requireWorkspace(ctx: Context, id: string | undefined) {
  const workspace = id ? await ctx.db.workspace.findUnique({ where: { id } }) : null;
  if (!workspace) throw new NotFound('This workspace');
  return workspace;
}

async function note(
  ctx: Context,
  action: string,
  workspace: { id: string; slug: string; name: string },
): Promise<void> {
  await appendAudit(ctx, {
    action,
    target: { type: 'Workspace', id: workspace.id },
    permission: PERMISSION,
    details: { slug: workspace.slug, name: workspace.name },
  });
  ctx.ring('Workspace', workspace.id);
}
