import { Alert, Code, List } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

export type ProblemListProps = { title: string; problems: readonly { place: string; message: string }[] };

export function ProblemList({ title, problems }: ProblemListProps) {
  return (
    <Alert role="alert" color="yellow" icon={<CircleAlert size={18} aria-hidden />} title={title}>
      <List size="sm" spacing={4}>
        {problems.map(({ place, message }) => (
          <List.Item key={`${place} ${message}`}>
            <Code>{place}</Code> {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
