import type { Context } from '#access/context.ts';
import { Conflict } from '#platform/errors.ts';
import type { OutputSection } from '#toolkit/tool-definition.ts';
import type { Composition } from './execution-spec.ts';
import { referencesIn } from './execution-spec-references.ts';
import { findLoss, type Loss, type ToolPromise } from './tool-loss.ts';

/** Something that would not work any more. */
export type Impact = { kind: string; subject: string; message: string };

/** Whoever keeps something that relies on tools adds a listener; `after` is null when the tool goes away. */
export type PublishListener = (ctx: Context, before: ToolPromise, after: ToolPromise | null) => Promise<Impact[]>;

function brokenStepsOf(spec: Composition, slug: string, loss: Loss | null): string[] {
  return spec.steps.flatMap((step) => {
    if (step.toolSlug !== slug) return [];
    if (!loss) return [`Step ${step.id} calls it.`];
    const given = Object.keys(step.inputMap);
    const reads = referencesIn(spec)
      .filter(({ steps }) => steps[0] === 'steps' && steps[1] === step.id && steps[2] === 'output')
      .flatMap(({ steps }) => loss.outputs.get(steps[3] ?? '') ?? []);
    const breaks = [
      ...given.flatMap((name) => loss.inputs.get(name) ?? []),
      ...loss.demanded.filter((name) => !given.includes(name)).map((name) => `the input ${name} is needed now`),
      ...new Set(reads),
    ];
    return breaks.length === 0 ? [] : [`Step ${step.id}: ${breaks.join(', ')}.`];
  });
}

/** Compositions of the tenant that call the tool. */
const inCompositions: PublishListener = async (ctx, before, after) => {
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
    brokenStepsOf(executionSpec as Composition, before.slug, loss).map((message) => ({
      kind: 'composition',
      subject: slug,
      message,
    })),
  );
};

/** Sections that show a part of the output which is no longer there: the tool's own, and those of an override. */
const inSections: PublishListener = async (ctx, before, after) => {
  if (!after) return [];
  const { outputs } = findLoss(before, after);
  if (outputs.size === 0) return [];
  const override = await ctx.db.tool.findFirst({ where: { slug: before.slug, kind: 'SYSTEM_OVERRIDE' } });
  const overridden = (override?.outputSections ?? []) as OutputSection[];
  const broken = (kind: string, sections: readonly OutputSection[]) =>
    sections
      .filter(({ key }) => outputs.has(key))
      .map(({ key, label }) => ({ kind, subject: before.slug, message: `Section ${label}: ${outputs.get(key)}.` }));
  return [...broken('outputSection', after.outputSections), ...broken('override', overridden)];
};

export const PUBLISH_LISTENERS: readonly PublishListener[] = [inCompositions, inSections];

/** All that a change would break. A listener that fails stops the change: not knowing is no yes. */
export async function findPublishImpact(
  ctx: Context,
  before: ToolPromise,
  after: ToolPromise | null,
  listeners: readonly PublishListener[],
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
