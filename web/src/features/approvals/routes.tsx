import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

/** Below `/t/:slug/inbox`. */
export const inboxRoutes: RouteObject[] = [
  { index: true, lazy: () => loadGuarded(async () => (await import('./inbox-page.tsx')).InboxPage) },
  { path: ':approvalId', lazy: () => loadGuarded(async () => (await import('./approval-page.tsx')).ApprovalPage) },
];

async function loadGuarded(load: () => Promise<ComponentType>) {
  const Content = await load();
  return {
    element: (
      <Guarded title="Inbox" permission="tools.tenant.read">
        <Content />
      </Guarded>
    ),
  };
}
