import { Badge, Group, Stack, Text } from '@mantine/core';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { ToolDiff_DifferenceFragment } from '#gql/graphql.ts';
import { plural } from '#lib/format.ts';
import cells from '#ui/table-cell.module.css';
import { FoldedValue } from './folded-value.tsx';
import classes from './tool-diff.module.css';
import { changeWords, pathInWords } from './tool-diff-words.ts';

const ToolDiff_difference = graphql(`
  fragment ToolDiff_difference on ToolDifference { path change before after }
`);

/** What changed from one version to another, as a list to read. */
export function ToolDiff({ differences }: { differences: readonly FragmentType<typeof ToolDiff_difference>[] }) {
  const list = readFragment(ToolDiff_difference, differences);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {list.length === 0 ? 'These two are the same.' : plural(list.length, 'difference')}
      </Text>
      {list.length > 0 && (
        <ul className={classes.list} aria-label="Differences">
          {list.map((difference) => (
            <Difference key={`${difference.path} ${difference.change}`} difference={difference} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Difference({ difference: { path, change, before, after } }: { difference: ToolDiff_DifferenceFragment }) {
  const { label, icon: Icon, color } = changeWords(change);
  const place = pathInWords(path);
  return (
    <li className={classes.difference}>
      <Group gap="xs">
        <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
          {label}
        </Badge>
        <Text size="sm" fw={500} className={cells.wrap}>
          {place}
        </Text>
      </Group>
      {change !== 'ADDED' && (
        <Text component="div" size="sm" className={cells.wrap}>
          Before: <FoldedValue label={`${place} before`} value={before} />
        </Text>
      )}
      {change !== 'REMOVED' && (
        <Text component="div" size="sm" className={cells.wrap}>
          After: <FoldedValue label={`${place} after`} value={after} />
        </Text>
      )}
    </li>
  );
}
