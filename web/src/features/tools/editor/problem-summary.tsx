import { Alert, Anchor, List } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useFormState } from 'react-hook-form';
import { plural } from '#lib/format.ts';
import { labelOf, listErrors } from './places.ts';

type ProblemSummaryProps = {
  /** What no input can show. */
  others: readonly string[];
  onVisit: (name: string) => void;
};

/** All that is wrong in one place, said aloud when it appears; each entry leads to its input. */
export function ProblemSummary({ others, onVisit }: ProblemSummaryProps) {
  const { errors } = useFormState();
  const problems = listErrors(errors);
  const count = problems.length + others.length;
  return (
    <div role="alert">
      {count > 0 && (
        <Alert
          role="group"
          color="red"
          icon={<CircleAlert size={18} aria-hidden />}
          title={`${plural(count, 'thing needs', 'things need')} your attention`}
        >
          <List size="sm">
            {others.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
            {problems.map(({ name, message }) => (
              <List.Item key={name}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  ta="start"
                  c="inherit"
                  underline="always"
                  onClick={() => onVisit(name)}
                >
                  {labelOf(name)}
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
