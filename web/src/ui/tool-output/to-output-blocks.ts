import { ownValue } from '#ui/schema-form/field-definition.ts';
import { type BlockPlan, planSections, planViewSpec } from './block-plan.ts';
import { fillChart } from './fill-chart.ts';
import { fillRanking } from './fill-ranking.ts';
import { fillStats } from './fill-stats.ts';
import { fillTable } from './fill-table.ts';
import type { FillBlock, FilledBlock } from './filled-block.ts';
import type { OutputBlock } from './output-block.ts';
import { propertySchema } from './output-schema.ts';

export type OutputSource = {
  output: unknown;
  outputSchema?: unknown;
  outputSections?: unknown;
  viewSpec?: unknown;
};

const fillers: Record<string, FillBlock> = {
  stats: fillStats,
  table: fillTable,
  chart: fillChart,
  radar: (value, config, schema) => fillChart(value, { ...config, type: 'radar' }, schema),
  ranking: fillRanking,
};

/** The parts of a result in the order the tool asks for: its view, else its sections, else the output as it is. */
export function toOutputBlocks({ output, outputSchema, outputSections, viewSpec }: OutputSource): OutputBlock[] {
  const asked = planViewSpec(viewSpec);
  const plans = asked.length > 0 ? asked : planSections(outputSections);
  const blocks = plans.map((plan, index) => toBlock(plan, index, output, outputSchema));
  const found = plans.some((plan) => readPath(output, plan.path) !== undefined);
  if (found) return blocks;
  const note =
    plans.length > 0 ? 'This output has another shape than the tool announced, so all of it is shown.' : undefined;
  return [{ id: 'output', kind: 'value', value: output, schema: outputSchema, note }];
}

function toBlock(plan: BlockPlan, index: number, output: unknown, outputSchema: unknown): OutputBlock {
  const value = readPath(output, plan.path);
  const schema = plan.path.reduce(propertySchema, outputSchema);
  const body = fill(plan, value, schema);
  return { id: `block-${index}`, title: plan.title, ...(body.kind === 'value' ? { ...body, schema } : body) };
}

function fill({ kind, path, config }: BlockPlan, value: unknown, schema: unknown): FilledBlock {
  if (value === undefined) return { kind: 'value', value, note: `The output has no “${path.join('.')}”.` };
  if (value === null) return { kind: 'value', value };
  const filler = Object.hasOwn(fillers, kind) ? fillers[kind] : undefined;
  if (!filler) return { kind: 'value', value, note: 'This part asks for a view that is not available here.' };
  return (
    filler(value, config, schema) ?? { kind: 'value', value, note: `This part cannot be shown as a ${nameOf(kind)}.` }
  );
}

const nameOf = (kind: string) => (kind === 'stats' ? 'summary' : kind === 'radar' ? 'radar chart' : kind);

function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce(ownValue, value);
}
