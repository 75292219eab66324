import { useMantineColorScheme } from '@mantine/core';
import { Building2, LogOut, type LucideIcon, SunMoon } from 'lucide-react';
import { useNavigate } from 'react-router';
import { signOutHere } from '#features/identity/sign-out.ts';
import { colourSchemes } from '#lib/colour-schemes.ts';
import type { NavigationSection } from '#lib/navigation.ts';
import { useViewer } from '#lib/viewer.tsx';

export type Command = { label: string; icon: LucideIcon; words?: string; run: () => void };

export type CommandGroup = { label: string; commands: Command[] };

/** Every word of the query must occur in the command. */
function fits({ label, words = '' }: Command, group: string, query: string): boolean {
  const text = `${label} ${words} ${group}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

export function useCommands(sections: NavigationSection[], query: string): CommandGroup[] {
  const navigate = useNavigate();
  const { tenant, tenants } = useViewer();
  const { setColorScheme } = useMantineColorScheme();

  const pages = sections.map(({ label = 'Pages', links }) => ({
    label,
    commands: links.map(({ label: name, to, icon }) => ({ label: name, icon, run: () => navigate(to) })),
  }));
  const others = tenants
    .filter(({ slug }) => slug !== tenant.slug)
    .map(({ slug, name }) => ({
      label: `Switch to ${name}`,
      words: slug,
      icon: Building2,
      run: () => navigate(`/t/${slug}`),
    }));
  const schemes = colourSchemes.map(({ value, label }) => ({
    label: `Colour scheme: ${label.toLowerCase()}`,
    words: 'theme mode',
    icon: SunMoon,
    run: () => setColorScheme(value),
  }));
  const leave = { label: 'Sign out', words: 'log out leave', icon: LogOut, run: () => void signOutHere() };

  return [...pages, { label: 'Tenants', commands: others }, { label: 'Actions', commands: [...schemes, leave] }]
    .map(({ label, commands }) => ({ label, commands: commands.filter((one) => fits(one, label, query)) }))
    .filter(({ commands }) => commands.length > 0);
}
