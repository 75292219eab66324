import { Alert, Anchor, List } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { plural } from '#lib/format.ts';

type AttentionListProps = {
  problems: readonly { name: string; label: string; message: string }[];
  /** What no input can show. */
  others: readonly string[];
  noun: 'thing' | 'value';
  onVisit: (name: string) => void;
};

/** All that is wrong in one place, said aloud when it appears; each entry leads to its input. */
export function AttentionList({ problems, others, noun, onVisit }: AttentionListProps) {
  const count = problems.length + others.length;
  return (
    <div role="alert">
      {count > 0 && (
        <Alert
          role="group"
          color="red"
          icon={<CircleAlert size={18} aria-hidden />}
          title={`${plural(count, `${noun} needs`, `${noun}s need`)} your attention`}
        >
          <List size="sm">
            {others.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
            {problems.map(({ name, label, message }) => (
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
