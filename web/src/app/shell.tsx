import { Burger, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, Outlet } from 'react-router';
import { ProfileButton } from '#features/identity/profile-button.tsx';
import { useViewer } from '#lib/viewer.tsx';
import { Brand } from '#ui/brand.tsx';
import { PageLoading } from '#ui/loading.tsx';
import { OnDemand } from '#ui/on-demand.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { navigationFor } from './navigation.ts';
import { NavigationLinks } from './navigation-links.tsx';
import classes from './shell.module.css';
import { TenantButton } from './tenant-button.tsx';
import { useLiveInbox } from './use-live-inbox.ts';
import { useLiveSettings } from './use-live-settings.ts';
import { useLiveTools } from './use-live-tools.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const loadTenantSwitcher = async () => (await import('./tenant-switcher.tsx')).TenantSwitcher;
const loadProfileMenu = async () => (await import('#features/identity/profile-menu.tsx')).ProfileMenu;

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);

export function Shell() {
  const viewer = useViewer();
  const [navigationOpen, navigation] = useDisclosure(false);
  const [paletteRequests, setPaletteRequests] = useState(0);
  const openPalette = () => setPaletteRequests((requests) => requests + 1);
  const sections = navigationFor(viewer);
  useLiveInbox();
  useLiveSettings();
  useLiveTools();
  useHotkeys([['mod+K', openPalette]], []);
  useHotkeys([['Escape', navigation.close]]);

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>

      <header className={classes.header}>
        <Burger
          opened={navigationOpen}
          onClick={navigation.toggle}
          size="sm"
          aria-label={navigationOpen ? 'Close the navigation' : 'Open the navigation'}
          aria-expanded={navigationOpen}
          aria-controls="navigation"
        />
        <Brand size={24} />
      </header>

      <nav className={classes.navigation} id="navigation" aria-label="Main" data-open={navigationOpen}>
        <div className={classes.top}>
          <Link to={`/t/${viewer.tenant.slug}`} className={classes.brand} aria-label="Toolcrib, start page">
            <Brand />
          </Link>
          <OnDemand load={loadTenantSwitcher} button={(props) => <TenantButton {...props} />} />
          <UnstyledButton className={classes.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
            <Search size={16} aria-hidden />
            <span>Search</span>
            <Kbd size="xs" aria-hidden>
              {isMac ? '⌘ K' : 'Ctrl K'}
            </Kbd>
          </UnstyledButton>
        </div>
        <div className={classes.links}>
          <NavigationLinks sections={sections} onFollow={navigation.close} />
        </div>
        <div className={classes.bottom}>
          <div className={classes.connection}>
            <ConnectionIndicator />
          </div>
          <OnDemand load={loadProfileMenu} button={(props) => <ProfileButton {...props} />} />
        </div>
      </nav>

      <main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>

      {paletteRequests > 0 && (
        <Suspense>
          <CommandPalette sections={sections} requests={paletteRequests} />
        </Suspense>
      )}
    </div>
  );
}
