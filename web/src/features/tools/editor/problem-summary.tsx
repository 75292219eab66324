import { useFormState } from 'react-hook-form';
import { AttentionList } from '#ui/attention-list.tsx';
import { labelOf, listErrors } from './places.ts';

type ProblemSummaryProps = {
  /** What no input can show. */
  others: readonly string[];
  onVisit: (name: string) => void;
};

export function ProblemSummary({ others, onVisit }: ProblemSummaryProps) {
  const { errors } = useFormState();
  const problems = listErrors(errors).map((problem) => ({ ...problem, label: labelOf(problem.name) }));
  return <AttentionList problems={problems} others={others} noun="thing" onVisit={onVisit} />;
}
