import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { approvalRuleRoutes } from '#features/approval-rules/routes.tsx';
import { inboxRoutes } from '#features/approvals/routes.tsx';
import { executionRoutes } from '#features/executions/routes.tsx';
import { sessionRoutes } from '#features/sessions/routes.tsx';
import { tenancyRoutes } from '#features/tenancy/routes.tsx';
import { toolAdminRoutes } from '#features/tools/admin-routes.tsx';
import { toolRoutes } from '#features/tools/routes.tsx';
import { usageRoutes } from '#features/usage/routes.tsx';
import { NotFound } from '#ui/not-found.tsx';
import { Splash } from '#ui/splash.tsx';
import { ErrorPage } from './error-page.tsx';

function page(load: () => Promise<ComponentType>): RouteObject['lazy'] {
  return async () => ({ Component: await load() });
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: Splash,
    children: [
      {
        path: 'sign-in',
        lazy: page(async () => (await import('#features/identity/sign-in-page.tsx')).SignInPage),
      },
      {
        path: 'invite/:token',
        lazy: page(async () => (await import('#features/identity/accept-invitation-page.tsx')).AcceptInvitationPage),
      },
      {
        path: 't/:slug',
        lazy: async () => {
          const { TenantRoute, loadTenant } = await import('./tenant-route.tsx');
          return { Component: TenantRoute, loader: loadTenant };
        },
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                index: true,
                lazy: page(async () => (await import('#features/home/home-page.tsx')).HomePage),
              },
              { path: 'inbox', children: inboxRoutes },
              { path: 'tools', children: toolRoutes },
              { path: 'events', children: sessionRoutes },
              { path: 'usage', children: usageRoutes },
              { path: 'runs', children: executionRoutes },
              { path: 'admin/tools', children: toolAdminRoutes },
              { path: 'admin/approval-rules', children: approvalRuleRoutes },
              { path: 'settings', children: tenancyRoutes },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
      {
        path: '*',
        lazy: page(async () => (await import('./bare-redirect.tsx')).BareRedirect),
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
