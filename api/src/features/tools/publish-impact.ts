import type { Context } from '#access/context.ts';
import { Conflict } from '#platform/errors.ts';
import type { Impact, PublishListener, ToolPromise } from '#toolkit/publish-listener.ts';
import type { OutputSection } from '#toolkit/tool-definition.ts';
import { findBrokenSteps } from './broken-steps.ts';
import type { Composition } from './execution-spec.ts';
import { findLoss } from './tool-loss.ts';

type Listener = PublishListener<Context>;

/** Compositions of the tenant that call the tool. */
const inCompositions: Listener = async (ctx, before, after) => {
  const loss = after && findLoss(before, after);
  const rows = await ctx.db.tool.findMany({
    where: {
      kind: 'TENANT_CUSTOM',
      slug: { not: before.slug },
      executionSpec: { path: ['kind'], equals: 'composition' },
    },
    select: { slug: true, executionSpec: true },
    orderBy: { slug: 'asc' },
  });
  return rows.flatMap(({ slug, executionSpec }) =>
    findBrokenSteps(executionSpec as Composition, before.slug, loss).map((message) => ({
      kind: 'composition',
      subject: slug,
      message,
    })),
  );
};

/** Sections that show a part of the output which is no longer there: the tool's own, and those of an override. */
const inSections: Listener = async (ctx, before, after) => {
  if (!after) return [];
  const { outputs } = findLoss(before, after);
  const lost = new Map(outputs.filter(({ path }) => path.length === 1).map(({ path, message }) => [path[0], message]));
  if (lost.size === 0) return [];
  const override = await ctx.db.tool.findFirst({ where: { slug: before.slug, kind: 'SYSTEM_OVERRIDE' } });
  const overridden = (override?.outputSections ?? []) as OutputSection[];
  const broken = (kind: string, sections: readonly OutputSection[]) =>
    sections
      .filter(({ key }) => lost.has(key))
      .map(({ key, label }) => ({ kind, subject: before.slug, message: `Section ${label}: ${lost.get(key)}.` }));
  return [...broken('outputSection', after.outputSections), ...broken('override', overridden)];
};

/** Higher features add theirs to the context. */
export const PUBLISH_LISTENERS: readonly Listener[] = [inCompositions, inSections];

/** All that a change would break. A listener that fails stops the change: not knowing is no yes. */
export async function findPublishImpact(
  ctx: Context,
  before: ToolPromise,
  after: ToolPromise | null,
  listeners: readonly Listener[],
): Promise<Impact[]> {
  const impacts: Impact[] = [];
  for (const listener of listeners) impacts.push(...(await listener(ctx, before, after)));
  return impacts;
}

/** The gate before a change goes live: whoever breaks something has to say that they know. */
export function requireAcknowledged(impact: readonly Impact[], acknowledged: boolean | null | undefined): void {
  if (impact.length === 0 || acknowledged) return;
  const things = impact.length === 1 ? 'one thing' : `${impact.length} things`;
  throw new Conflict(
    `This change breaks ${things}. Look at the list, and save again with acknowledgeImpact to go on.`,
    {
      impact,
    },
  );
}
