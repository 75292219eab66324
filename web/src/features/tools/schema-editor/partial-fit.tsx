import { Badge, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { plural } from '#lib/format.ts';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { TYPE_WORDS } from './field-types.ts';
import { ProblemList } from './problem-list.tsx';

export type PartialFitProps = {
  problems: readonly FieldProblem[];
  fitting: readonly FieldDefinition[];
  onUse: () => void;
  onCancel: () => void;
};

/** A schema that does not go into fields whole: what would be lost, what would be left, and the choice. */
export function PartialFit({ problems, fitting, onUse, onCancel }: PartialFitProps) {
  const heading = useId();
  const hasSome = fitting.length > 0;
  return (
    <Stack gap="sm">
      <ProblemList
        title={
          hasSome
            ? 'Not all of this schema fits. Change these places, or go on without them'
            : 'This schema does not fit yet. Change these places, then try again'
        }
        problems={problems.map(({ path, message }) => ({ place: toPointer(path), message }))}
      />
      {hasSome && (
        <>
          <Text id={heading} size="sm" fw={500}>
            {plural(fitting.length, 'field fits', 'fields fit')}
          </Text>
          <List aria-labelledby={heading} size="sm" spacing={4}>
            {fitting.map(({ name, label, type }) => (
              <List.Item key={name}>
                {label} <Code>{name}</Code>{' '}
                <Badge component="span" variant="light" color="gray" size="sm">
                  {TYPE_WORDS[type].label}
                </Badge>
              </List.Item>
            ))}
          </List>
          <Group gap="sm">
            <Button variant="light" onClick={onUse}>
              Use what fits
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** The place in what was written: `properties / price / type`. */
function toPointer(path: readonly string[]): string {
  const inside = path[0] === 'inputSchema' ? path.slice(1) : path;
  return inside.length > 0 ? inside.join(' / ') : 'The whole schema';
}
