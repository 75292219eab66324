import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { Building2, LogOut, Search, SunMoon } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { signOutHere } from '#features/identity/sign-out.ts';
import { colourSchemes } from '#lib/colour-schemes.ts';
import type { NavigationSection } from '#lib/navigation.ts';
import { useViewer } from '#lib/viewer.tsx';

const [store, palette] = createSpotlight();

export type CommandPaletteProps = {
  sections: NavigationSection[];
  /** Grows with each wish to open the palette. */
  requests: number;
};

export function CommandPalette({ sections, requests }: CommandPaletteProps) {
  const navigate = useNavigate();
  const { tenant, tenants } = useViewer();
  const { setColorScheme } = useMantineColorScheme();

  useEffect(() => {
    if (requests > 0) palette.toggle();
  }, [requests]);

  const pages = sections.flatMap(({ label: section, links }) =>
    links.map(({ label, to, icon: Icon }) => ({
      id: to,
      label,
      description: section,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => navigate(to),
    })),
  );
  const others = tenants.filter(({ slug }) => slug !== tenant.slug);
  const actions: SpotlightActionGroupData[] = [
    { group: 'Pages', actions: pages },
    {
      group: 'Tenants',
      actions: others.map(({ slug, name }) => ({
        id: `tenant ${slug}`,
        label: `Switch to ${name}`,
        keywords: [slug, 'tenant'],
        leftSection: <Building2 size={18} aria-hidden />,
        onClick: () => navigate(`/t/${slug}`),
      })),
    },
    {
      group: 'Actions',
      actions: [
        ...colourSchemes.map(({ value, label }) => ({
          id: `colour ${value}`,
          label: `Colour scheme: ${label.toLowerCase()}`,
          keywords: ['theme', 'mode'],
          leftSection: <SunMoon size={18} aria-hidden />,
          onClick: () => setColorScheme(value),
        })),
        {
          id: 'sign out',
          label: 'Sign out',
          keywords: ['log out', 'leave'],
          leftSection: <LogOut size={18} aria-hidden />,
          onClick: () => void signOutHere(),
        },
      ],
    },
  ].filter(({ actions: offered }) => offered.length > 0);

  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={actions}
      highlightQuery
      scrollable
      maxHeight={400}
      returnFocus={false}
      nothingFound="Nothing is called that."
      searchProps={{
        leftSection: <Search size={18} aria-hidden />,
        placeholder: 'Go to a page, switch tenant, …',
        'aria-label': 'Search pages and actions',
      }}
    />
  );
}
