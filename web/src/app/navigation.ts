import { ChartColumn, Hammer, History, House, Radio, ShieldCheck, Wrench } from 'lucide-react';
import { InboxIcon } from '#features/approvals/inbox-icon.tsx';
import { type SettingsNavigationItem, settingsNavigation } from '#features/tenancy/routes.tsx';
import type { NavigationSection } from '#lib/navigation.ts';
import type { Viewer } from '#lib/viewer.tsx';

/** Only pages that exist and that this person may open. Later nouns add their line or section here. */
export function navigationFor(viewer: Viewer): NavigationSection[] {
  const home = `/t/${viewer.tenant.slug}`;
  const tools = [
    { label: 'Tools', to: `${home}/tools`, icon: Wrench },
    { label: 'Runs', to: `${home}/runs`, icon: History },
    { label: 'Events', to: `${home}/events`, icon: Radio },
    { label: 'Usage', to: `${home}/usage`, icon: ChartColumn },
  ];
  const manageTools = { label: 'Manage tools', to: `${home}/admin/tools`, icon: Hammer };
  const approvalRules = { label: 'Approval rules', to: `${home}/admin/approval-rules`, icon: ShieldCheck };
  const allowed = (item: SettingsNavigationItem) => !item.permission || viewer.permissions.has(item.permission);
  const settings = settingsNavigation.filter(allowed).map(({ label, path, icon }) => ({
    label,
    icon,
    to: `${home}/settings/${path}`,
  }));
  return [
    {
      links: [
        { label: 'Home', to: home, icon: House, end: true },
        { label: 'Inbox', to: `${home}/inbox`, icon: InboxIcon },
        ...(viewer.permissions.has('tools.tenant.read') ? tools : []),
      ],
    },
    {
      label: 'Admin',
      links: [
        ...(viewer.permissions.has('tools.tenant.update') ? [manageTools] : []),
        ...(viewer.permissions.has('approvals.team.read') ? [approvalRules] : []),
      ],
    },
    { label: 'Settings', links: settings },
  ].filter((section) => section.links.length > 0);
}
