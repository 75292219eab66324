import { command } from './command.ts';
import { moment, table } from './table.ts';

type Entry = { slug: string; origin: string; category: string; lastSeenAt: string; missingSince: string };
type Pruning = { entries: Entry[]; removed: number };

const PRUNE = `mutation CribPruneTools($input: PruneToolCatalogInput!) {
  pruneToolCatalog(input: $input) { entries { slug origin category lastSeenAt missingSince } removed }
}`;

const entriesOf = (count: number) => (count === 1 ? '1 catalog entry' : `${count} catalog entries`);

export const prune = command({
  name: 'prune',
  description: 'Lists catalog entries of tools that are gone from the code; with --yes it removes them.',
  flags: { yes: { type: 'boolean', description: 'Remove what is listed.' } },
  async run({ yes }, { crib, terminal }) {
    const { ask } = await crib();
    const dryRun = !yes;
    const { pruneToolCatalog: data } = await ask<{ pruneToolCatalog: Pruning }>(PRUNE, { input: { dryRun } });
    if (data.entries.length === 0) return { data, text: 'Every tool of the catalog is in the code.' };
    const columns = {
      slug: ({ slug }: Entry) => slug,
      origin: ({ origin }: Entry) => origin.toLowerCase(),
      category: ({ category }: Entry) => category,
      'last seen': ({ lastSeenAt }: Entry) => moment(lastSeenAt),
      'missing since': ({ missingSince }: Entry) => moment(missingSince),
    };
    const note = dryRun
      ? `Remove ${entriesOf(data.entries.length)} with: npm run crib -- tools prune --yes`
      : `Removed ${entriesOf(data.removed)}.`;
    return { data, text: table(data.entries, columns, terminal), note };
  },
});
