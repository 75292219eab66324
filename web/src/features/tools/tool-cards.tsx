import { Anchor, Card, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { FavouriteButton } from './favourite-button.tsx';
import { ToolBadges } from './tool-badges.tsx';
import classes from './tool-cards.module.css';
import { ToolIcon } from './tool-icon.tsx';

const ToolCards_tool = graphql(`
  fragment ToolCards_tool on Tool { id slug name description category icon ...ToolBadges_tool ...FavouriteButton_tool }
`);

type ToolCardsProps = {
  tools: readonly FragmentType<typeof ToolCards_tool>[];
  setSecrets: ReadonlySet<string> | undefined;
};

export function ToolCards({ tools, setSecrets }: ToolCardsProps) {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="md"
      className={classes.list}
      aria-label="Tools"
    >
      {readFragment(ToolCards_tool, tools).map((tool) => (
        <Card component="li" key={tool.id} className={classes.card}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <div className={classes.icon}>
              <ToolIcon name={tool.icon} />
            </div>
            <div className={classes.names}>
              <Anchor component={Link} to={encodeURIComponent(tool.slug)} fw={600} className={classes.link}>
                {tool.name}
              </Anchor>
              <Text size="sm" c="dimmed">
                {tool.category}
              </Text>
            </div>
            <FavouriteButton tool={tool} />
          </Group>
          <div className={classes.description}>
            <Text size="sm" lineClamp={3}>
              {tool.description}
            </Text>
          </div>
          <ToolBadges tool={tool} setSecrets={setSecrets} />
        </Card>
      ))}
    </SimpleGrid>
  );
}
