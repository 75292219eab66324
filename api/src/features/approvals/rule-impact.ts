import type { Context } from '#access/context.ts';
import { findLoss, overlap } from '#features/tools/tool-loss.ts';
import type { InputLoss } from '#features/tools/tool-loss-inputs.ts';
import type { PublishListener, ToolPromise } from '#toolkit/publish-listener.ts';
import { inputsNamedIn } from '#toolkit/survey-expression.ts';
import type { RuleMatch } from './approval-rule-shape.ts';

/** Whether a rule can be about calls of a tool that the tenant authored. */
function isAbout({ tools, categories, origins }: RuleMatch, { slug, category }: ToolPromise): boolean {
  const holds = (listed: readonly string[], word: string) => listed.length === 0 || listed.includes(word);
  return holds(tools, slug) && holds(categories, category) && holds(origins, 'TENANT');
}

/** A condition reads inputs, so it minds what is gone or means something else, and not what is asked for in addition. */
async function lostTo(condition: string, inputs: readonly InputLoss[]): Promise<string[]> {
  const named = await inputsNamedIn(condition);
  return inputs
    .filter(({ kind, path }) => (kind === 'gone' || kind === 'changed') && named.some((way) => overlap(path, way)))
    .map(({ message }) => message);
}

/** Rules whose condition reads an input that goes away, and rules about a tool that goes away itself. */
export const inApprovalRules: PublishListener<Context> = async (ctx, before, after) => {
  const rules = await ctx.db.approvalRule.findMany({
    where: { enabled: true, OR: [{ endsAt: null }, { endsAt: { gt: ctx.clock.now() } }] },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  const inputs = after ? findLoss(before, after).inputs : [];
  const impacts = await Promise.all(
    rules.map(async ({ name, match, condition }) => {
      const given = match as RuleMatch;
      const of = (message: string) => [{ kind: 'approvalRule', subject: name, message }];
      if (!after) return given.tools.includes(before.slug) ? of('It is about this tool.') : [];
      if (!condition || !isAbout(given, before)) return [];
      const lost = await lostTo(condition, inputs);
      return lost.length === 0 ? [] : of(`Its condition reads what changes: ${lost.join(', ')}.`);
    }),
  );
  return impacts.flat();
};
