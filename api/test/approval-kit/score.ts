import type { Case } from './stage.ts';
import type { Surface } from './surfaces.ts';

export type Outcome = 'passed' | 'failed';

const NOT_YET =
  'Not yet run: the real agent and MCP surfaces, which are still to come. The columns "agent port" and "MCP port" are ' +
  'doubles of them at the same port.';

/** Which cell came out how. A cell that nobody ran is missing, and counts as such. */
export function keepScore(cases: readonly Case[], surfaces: readonly Pick<Surface, 'id'>[]) {
  const outcomes = new Map<string, Outcome>();
  const keyOf = (one: Case, { id }: Pick<Surface, 'id'>) => `${one.id} ${id}`;
  const skipOf = (one: Case, { id }: Pick<Surface, 'id'>) => one.skips?.[id];
  const cells = cases.flatMap((one) => surfaces.map((surface) => ({ one, surface })));
  const applicable = cells.filter(({ one, surface }) => skipOf(one, surface) === undefined);

  function count(outcome: Outcome | undefined): number {
    return applicable.filter(({ one, surface }) => outcomes.get(keyOf(one, surface)) === outcome).length;
  }

  const totals = () => ({
    passed: count('passed'),
    failed: count('failed'),
    missing: count(undefined),
    notApplicable: cells.length - applicable.length,
  });

  return {
    totals,
    applicable: applicable.length,
    note: (one: Case, surface: Surface, outcome: Outcome) => outcomes.set(keyOf(one, surface), outcome),
    /** As a table to print. */
    lines(): string[] {
      const word = (one: Case, surface: Pick<Surface, 'id'>) =>
        skipOf(one, surface) === undefined ? (outcomes.get(keyOf(one, surface)) ?? 'missing') : 'n/a';
      const rows = [
        ['', ...surfaces.map(({ id }) => id), 'case'],
        ...cases.map((one) => [one.id, ...surfaces.map((surface) => word(one, surface)), one.trouble]),
      ];
      const widths = rows[0]!.map((_head, at) => Math.max(...rows.map((row) => row[at]!.length)));
      const reasons = cells
        .filter(({ one, surface }) => skipOf(one, surface) !== undefined)
        .map(({ one, surface }) => `  ${one.id}, ${surface.id}: ${skipOf(one, surface)}`);
      const { passed, notApplicable } = totals();
      return [
        ...rows.map((row) =>
          row
            .map((text, at) => text.padEnd(widths[at]!))
            .join('  ')
            .trimEnd(),
        ),
        ...(reasons.length > 0 ? ['Not applicable (n/a):', ...reasons] : []),
        `Score: ${passed} of ${applicable.length} passed, ${notApplicable} not applicable ` +
          `(${cases.length} cases on ${surfaces.length} surfaces).`,
        NOT_YET,
      ];
    },
  };
}
