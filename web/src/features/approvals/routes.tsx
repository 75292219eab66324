import type { RouteObject } from 'react-router';

/** Below `/t/:slug/inbox`. Anybody may be named in a rule, or be somebody's manager: it is open to the whole tenant. */
export const inboxRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./inbox-page.tsx')).InboxPage }) },
  { path: ':approvalId', lazy: async () => ({ Component: (await import('./approval-page.tsx')).ApprovalPage }) },
];
