import { ActionIcon, Tooltip } from '@mantine/core';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import classes from './favourite-button.module.css';

const FavouriteButton_tool = graphql(`
  fragment FavouriteButton_tool on Tool { id slug name isFavourite availability { available } }
`);

const FavouriteButton_setToolFavourite = graphql(`
  mutation FavouriteButton_setToolFavourite($input: SetToolFavouriteInput!) {
    setToolFavourite(input: $input) {
      tool { id isFavourite }
    }
  }
`);

/** The star shines at once; it goes out again if the server refuses. */
export function FavouriteButton({ tool: masked }: { tool: FragmentType<typeof FavouriteButton_tool> }) {
  const tool = readFragment(FavouriteButton_tool, masked);
  const save = useAction(FavouriteButton_setToolFavourite);
  const [wanted, setWanted] = useState<boolean>();
  const pressed = wanted ?? tool.isFavourite;

  // Among favourites only, a tool that is none any more leaves the list together with its star.
  useFocusKept();

  async function toggle() {
    if (wanted !== undefined) return;
    setWanted(!pressed);
    await save({ input: { slug: tool.slug, favourite: !pressed } });
    setWanted(undefined);
  }

  // What one cannot use can only be let go.
  if (!pressed && tool.availability?.available === false) return null;
  return (
    <Tooltip label={pressed ? 'A favourite' : 'Add to favourites'}>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        color={pressed ? 'yellow' : 'gray'}
        aria-label={`Add ${tool.name} to favourites`}
        aria-pressed={pressed}
        onClick={toggle}
      >
        <Star size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
