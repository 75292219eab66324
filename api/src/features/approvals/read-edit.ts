import type { Context } from '#access/context.ts';
import { findHiddenFields } from '#features/sessions/hidden-fields.ts';
import { checkCall } from '#features/tools/check-call.ts';
import { evaluationFor } from '#features/tools/find-tools.ts';
import type { Approval } from '#generated/prisma/client.ts';
import { digestOf } from '#platform/canonical.ts';
import { InvalidInput } from '#platform/errors.ts';
import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import { findMasks, restoreFields } from '#toolkit/sensitive-fields.ts';
import { judgeEdit } from './judge-edit.ts';

const ONE_DECIDES = 'Arguments can be edited where one decision is enough. Deny, and say what to change.';
const STANDS_FOR_NOTHING = 'What was hidden here cannot be kept, since what is around it has changed. Enter it again.';

const below = (path: readonly string[], message: string) => ({ path: ['input', ...path], message });

/** The arguments that an approver sends instead of those asked for; null when they mean the same. */
export async function readEdit(
  ctx: Context,
  approval: Approval,
  tool: ResolvedTool,
  given: unknown,
): Promise<Record<string, unknown> | null> {
  if (given === undefined || given === null) return null;
  if (approval.needed > 1) throw InvalidInput.of('input', ONE_DECIDES);
  const hidden = await findHiddenFields(ctx, approval.toolSlug, approval.runId);
  const meant = restoreFields(given, approval.input, hidden);
  const masks = findMasks(meant, hidden);
  if (masks.length > 0) throw new InvalidInput(masks.map((path) => below(path, STANDS_FOR_NOTHING)));
  const { availability } = await evaluationFor(ctx);
  const checked = checkCall(ctx, tool, meant, availability);
  if (!checked.ok) throw new InvalidInput(checked.fields.map(({ path, message }) => below(path, message)));
  if (digestOf(checked.input) === approval.inputDigest) return null;
  await judgeEdit(ctx, approval, tool, checked.input);
  return checked.input;
}
