import { requireCan } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { DomainError, Forbidden, NotFound } from '#platform/errors.ts';
import { type CreateToolInput, createTool } from './create-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { findEditableTool, requireSavedTool } from './find-editable-tool.ts';
import { listTools } from './list-tools.ts';
import { assertActionFields, type ManageToolsInput, toDraft } from './manage-tools-input.ts';
import { type ManageToolsOutput, toDetails, toRefusal, toSummary } from './manage-tools-output.ts';
import { openWorkshop } from './open-workshop.ts';
import { type UpdateToolInput, updateTool } from './update-tool.ts';

/** A model reads all of it: more would cost more than it tells. */
const MOST_LISTED = 100;

type Act = (ctx: Context, input: ManageToolsInput, slug: string) => Promise<ManageToolsOutput>;

const saved = async (ctx: Context, slug: string) => ({ tool: toDetails(await requireSavedTool(ctx, slug)) });

const ACTIONS: Record<ManageToolsInput['action'], Act> = {
  async create(ctx, input, slug) {
    await createTool(ctx, { slug, ...toDraft(input) } as CreateToolInput, await openWorkshop(ctx));
    return saved(ctx, slug);
  },
  async update(ctx, input, slug) {
    const { version, acknowledgeImpact } = input;
    const change = { slug, version, acknowledgeImpact, ...toDraft(input) } as UpdateToolInput;
    await updateTool(ctx, change, await openWorkshop(ctx));
    return saved(ctx, slug);
  },
  async delete(ctx, { version, acknowledgeImpact }, slug) {
    return { deleted: await deleteTool(ctx, { slug, version, acknowledgeImpact }, await openWorkshop(ctx)) };
  },
  async get(ctx, _input, slug) {
    const tool = await findEditableTool(ctx, slug);
    if (!tool) throw new NotFound(`The tool ${slug}`);
    return { tool: toDetails(tool) };
  },
  async list(ctx, { category, search }) {
    requireCan(ctx.viewer, 'tools.tenant.update');
    const tools = await listTools(ctx, { category, search, includeUnavailable: true });
    return { tools: tools.slice(0, MOST_LISTED).map(toSummary), total: tools.length };
  },
};

/** Authoring for machines, by the verbs that people use. What is refused is an answer, never thrown. */
export async function manageTools(ctx: Context, input: ManageToolsInput): Promise<ManageToolsOutput> {
  const incomplete = assertActionFields(input);
  if (incomplete) return incomplete;
  try {
    return await ACTIONS[input.action](ctx, input, input.slug ?? '');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error instanceof Forbidden) ctx.denied(`manageTools.${input.action}`, error.permission);
    return toRefusal(error);
  }
}
