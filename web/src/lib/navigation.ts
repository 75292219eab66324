import type { LucideIcon } from 'lucide-react';

export type NavigationLink = {
  label: string;
  to: string;
  icon: LucideIcon;
  end?: boolean;
};

/** What the navigation and the command palette offer. */
export type NavigationSection = { label?: string; links: NavigationLink[] };
