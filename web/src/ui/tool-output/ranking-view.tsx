import { Group, Progress, Text } from '@mantine/core';
import { Collapsible } from '#ui/schema-form/collapsible.tsx';
import { formatValue } from './format-value.ts';
import type { RankedItem, RankingBlock } from './output-block.ts';
import classes from './ranking-view.module.css';

const FIRST_PLACES = 20;
const MOST_PLACES = 1000;

export function RankingView({ items, format, title = 'ranking' }: Omit<RankingBlock, 'kind'> & { title?: string }) {
  if (items.length === 0) return <Text c="dimmed">Nothing to rank.</Text>;
  const largest = Math.max(0, ...items.slice(0, MOST_PLACES).map(toSize));
  const draw = (some: readonly RankedItem[]) => (
    <ol className={classes.list}>
      {some
        .map((item, index) => ({ key: `place-${index}`, item }))
        .map(({ key, item }) => (
          <li key={key}>
            <Group justify="space-between" wrap="nowrap" gap="md">
              <span className={classes.label}>{item.label}</span>
              {item.value !== undefined && <span className={classes.value}>{formatValue(item.value, format)}</span>}
            </Group>
            {largest > 0 && <Progress value={(toSize(item) / largest) * 100} size="sm" mt={4} aria-hidden />}
          </li>
        ))}
    </ol>
  );
  const more = items.length - MOST_PLACES;
  return (
    <Collapsible
      long={items.length > FIRST_PLACES}
      short={draw(items.slice(0, FIRST_PLACES))}
      name={`${title}, ${items.length} places`}
    >
      {draw(items.slice(0, MOST_PLACES))}
      {more > 0 && <Text c="dimmed">{more} more are in the JSON view.</Text>}
    </Collapsible>
  );
}

const toSize = ({ value }: RankedItem) =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
