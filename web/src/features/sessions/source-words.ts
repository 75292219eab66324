import { describeSource, sourceLabels } from '#features/executions/run-words.ts';
import type { RunSource } from '#gql/graphql.ts';

const isRunSource = (source: string): source is RunSource => Object.hasOwn(sourceLabels, source);

/** The log writes sources in small letters. */
export const sourceOptions = Object.entries(sourceLabels).map(([source, label]) => ({
  value: source.toLowerCase(),
  label,
}));

/** By the name that runs have for it. */
export function toRunSource(source: string | null | undefined): RunSource | null {
  const name = source?.toUpperCase() ?? '';
  return isRunSource(name) ? name : null;
}

export function sourceWords(source: string | null | undefined, subSource?: string | null): string {
  const known = toRunSource(source);
  return known ? describeSource(known, subSource) : (source ?? '');
}
