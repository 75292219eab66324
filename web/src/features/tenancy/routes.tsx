import {
  Building2,
  KeyRound,
  Layers,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  SquareAsterisk,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { useViewer } from '#lib/viewer.tsx';
import { Guarded } from '#ui/guarded.tsx';

export type SettingsNavigationItem = {
  label: string;
  /** Below `/t/:slug/settings/`. */
  path: string;
  icon: LucideIcon;
  /** What one must hold to open the page; none for pages about oneself. */
  permission?: string;
};

type SettingsPage = SettingsNavigationItem & {
  load: () => Promise<ComponentType>;
};

const pages: SettingsPage[] = [
  {
    label: 'General',
    path: 'general',
    icon: Building2,
    permission: 'settings.tenant.read',
    load: async () => (await import('./general-page.tsx')).GeneralPage,
  },
  {
    label: 'Members',
    path: 'members',
    icon: UsersRound,
    permission: 'members.tenant.read',
    load: async () => (await import('./members-page.tsx')).MembersPage,
  },
  {
    label: 'Roles',
    path: 'roles',
    icon: ShieldCheck,
    permission: 'roles.tenant.read',
    load: async () => (await import('./roles-page.tsx')).RolesPage,
  },
  {
    label: 'API keys',
    path: 'api-keys',
    icon: KeyRound,
    permission: 'keys.tenant.read',
    load: async () => (await import('./api-keys-page.tsx')).ApiKeysPage,
  },
  {
    label: 'Secrets',
    path: 'secrets',
    icon: SquareAsterisk,
    permission: 'secrets.tenant.read',
    load: async () => (await import('#features/secrets/secrets-page.tsx')).SecretsPage,
  },
  {
    label: 'Workspaces',
    path: 'workspaces',
    icon: Layers,
    permission: 'settings.tenant.read',
    load: async () => (await import('./workspaces-page.tsx')).WorkspacesPage,
  },
  {
    label: 'Audit log',
    path: 'audit',
    icon: ScrollText,
    permission: 'audit.tenant.read',
    load: async () => (await import('./audit-page.tsx')).AuditPage,
  },
  {
    label: 'Profile',
    path: 'profile',
    icon: UserRound,
    load: async () => (await import('./profile-page.tsx')).ProfilePage,
  },
];

export const settingsNavigation: SettingsNavigationItem[] = pages.map(({ label, path, icon, permission }) => ({
  label,
  path,
  icon,
  permission,
}));

export const tenancyRoutes: RouteObject[] = [
  { index: true, element: <FirstOpenPage /> },
  ...pages.map((page) => ({ path: page.path, lazy: () => loadGuarded(page) })),
];

async function loadGuarded({ label, permission, load }: SettingsPage) {
  const Content = await load();
  return {
    element: (
      <Guarded title={label} permission={permission}>
        <Content />
      </Guarded>
    ),
  };
}

function FirstOpenPage() {
  const { permissions } = useViewer();
  const first = settingsNavigation.find((item) => !item.permission || permissions.has(item.permission));
  return <Navigate to={first?.path ?? 'profile'} replace />;
}
