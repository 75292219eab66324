import { formatNumber } from '#lib/format.ts';
import { toVerdict, verdictOutcomes } from './rule-words.ts';

type Counts = { matched: number; decided: number; unclear: number; verdict: string };

/** What becomes of those that match: some may be decided by a rule above, or not be worked out. */
export function matchedInWords({ matched, decided, unclear, verdict }: Counts): string {
  if (matched === 0) return 'None of them matches.';
  const outcome = verdictOutcomes[toVerdict(verdict)];
  const above = matched - decided;
  const match = `${formatNumber(matched)} ${matched === 1 ? 'matches' : 'match'}`;
  const unknown = unclear > 0 ? ` ${formatNumber(unclear)} could not be worked out and would have asked.` : '';
  if (above === 0) return `${match} and ${outcome}.${unknown}`;
  if (decided === 0) return `${match}, but a rule above decides ${matched === 1 ? 'it' : 'all of them'}.${unknown}`;
  return `${match}: ${formatNumber(above)} a rule above decides, ${formatNumber(decided)} ${outcome}.${unknown}`;
}
