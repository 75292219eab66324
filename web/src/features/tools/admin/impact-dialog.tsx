import { Code, List, Stack, Text } from '@mantine/core';
import type { CombinedError } from '@urql/core';
import { plural } from '#lib/format.ts';
import { confirmAction } from '#ui/confirm.tsx';
import cells from '#ui/table-cell.module.css';

/** Something that would not work any more. */
export type Impact = { kind: string; subject: string; message: string };

const kindLabels = new Map([
  ['composition', 'Composition'],
  ['override', 'Override of'],
  ['outputSection', 'Output section of'],
  ['example', 'Example of'],
  ['sensitiveField', 'Sensitive field of'],
  ['approvalRule', 'Approval rule'],
]);

function isImpact(value: unknown): value is Impact {
  const { kind, subject, message } = (value ?? {}) as Partial<Record<keyof Impact, unknown>>;
  return [kind, subject, message].every((part) => typeof part === 'string');
}

/** What a refused change would break; undefined when it was refused for another reason. */
export function readImpact(error: CombinedError | undefined): Impact[] | undefined {
  const impact = error?.graphQLErrors.find(({ extensions }) => extensions?.impact)?.extensions?.impact;
  const list = Array.isArray(impact) ? impact.filter(isImpact) : [];
  return list.length > 0 ? list : undefined;
}

function ImpactList({ impact }: { impact: Impact[] }) {
  return (
    <Stack gap="sm">
      <Text size="sm">These rely on what would go away:</Text>
      <List size="sm" spacing="xs" className={cells.wrap}>
        {impact.map(({ kind, subject, message }) => (
          <List.Item key={`${kind} ${subject} ${message}`}>
            {kindLabels.get(kind) ?? kind} <Code>{subject}</Code>: {message}
          </List.Item>
        ))}
      </List>
      <Text size="sm">If you go on, repair them afterwards. Nothing has been changed so far.</Text>
    </Stack>
  );
}

function askToGoOn(impact: Impact[]): Promise<boolean> {
  return confirmAction({
    title: `This breaks ${plural(impact.length, 'thing')}`,
    body: <ImpactList impact={impact} />,
    confirmLabel: 'Go on anyway',
    danger: true,
  });
}

/** Shows what a change would break, and asks whether to go on. */
export function useImpactConfirm(): (impact: Impact[]) => Promise<boolean> {
  return askToGoOn;
}
