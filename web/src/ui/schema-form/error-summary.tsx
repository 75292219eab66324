import { useFormState } from 'react-hook-form';
import { AttentionList } from '../attention-list.tsx';
import type { FieldDefinition } from './field-definition.ts';
import { listProblems } from './form-errors.ts';

type ErrorSummaryProps = {
  fields: readonly FieldDefinition[];
  /** What no input can show. */
  others: readonly string[];
  onVisit: (path: string) => void;
};

export function ErrorSummary({ fields, others, onVisit }: ErrorSummaryProps) {
  const { errors } = useFormState();
  return <AttentionList problems={listProblems(fields, errors)} others={others} noun="value" onVisit={onVisit} />;
}
