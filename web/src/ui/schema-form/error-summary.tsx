import { Alert, Anchor, List } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useFormState } from 'react-hook-form';
import { plural } from '#lib/format.ts';
import type { FieldDefinition } from './field-definition.ts';
import { listProblems } from './form-errors.ts';

export type ErrorSummaryProps = {
  fields: readonly FieldDefinition[];
  /** What no input can show. */
  others: readonly string[];
  onVisit: (path: string) => void;
};

/** All that is wrong in one place, said aloud when it appears; each entry leads to its input. */
export function ErrorSummary({ fields, others, onVisit }: ErrorSummaryProps) {
  const { errors } = useFormState();
  const problems = listProblems(fields, errors);
  const count = problems.length + others.length;
  return (
    <div role="alert">
      {count > 0 && (
        <Alert
          role="group"
          color="red"
          icon={<CircleAlert size={18} aria-hidden />}
          title={`${plural(count, 'value needs', 'values need')} your attention`}
        >
          <List size="sm">
            {others.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
            {problems.map(({ name, label, message }) => (
              <List.Item key={name}>
                <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onVisit(name)}>
                  {label}
                </Anchor>
                {`: ${message}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}
