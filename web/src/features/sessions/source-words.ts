import { describeSource, sourceLabels } from '#features/executions/run-words.ts';
import type { RunSource } from '#gql/graphql.ts';

const isRunSource = (source: string): source is RunSource => Object.hasOwn(sourceLabels, source);

/** The log writes sources in small letters. */
export const sourceOptions = Object.entries(sourceLabels).map(([source, label]) => ({
  value: source.toLowerCase(),
  label,
}));

export function sourceWords(source: string | null | undefined, subSource?: string | null): string {
  const known = source?.toUpperCase() ?? '';
  return isRunSource(known) ? describeSource(known, subSource) : (source ?? '');
}
