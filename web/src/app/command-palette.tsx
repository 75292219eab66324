import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { NavigationSection } from '#lib/navigation.ts';
import { type Command, useCommands } from './use-commands.ts';

const [store, palette] = createSpotlight();

/** The list hands its props on to a scroll area, though its type does not say so. */
const scrollsByKeyboard = { viewportProps: { tabIndex: 0 } };

export type CommandPaletteProps = {
  sections: NavigationSection[];
  /** Grows with each wish to open the palette. */
  requests: number;
};

export function CommandPalette({ sections, requests }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const groups = useCommands(sections, query);
  const before = useRef<HTMLElement>(null);

  useEffect(() => {
    if (requests > 0) palette.toggle();
  }, [requests]);

  const run = (command: Command) => {
    // A command leads elsewhere: focus belongs to the page that it opens.
    before.current = null;
    command.run();
  };

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight={440}
      overlayProps={{ blur: 2, backgroundOpacity: 0.4 }}
      returnFocus={false}
      onSpotlightOpen={() => {
        before.current = document.activeElement as HTMLElement | null;
      }}
      onSpotlightClose={() => before.current?.focus()}
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <Spotlight.Search
        leftSection={<Search size={18} aria-hidden />}
        placeholder="Go to a page, switch tenant …"
        aria-label="Search pages and actions"
      />
      <Spotlight.ActionsList {...scrollsByKeyboard}>
        {groups.map(({ label, commands }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {commands.map((command) => (
              <Spotlight.Action
                key={command.label}
                label={command.label}
                leftSection={<command.icon size={18} aria-hidden />}
                highlightQuery
                onClick={() => run(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Nothing is called that.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
