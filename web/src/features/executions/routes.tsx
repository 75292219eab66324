import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

export const executionRoutes: RouteObject[] = [
  { index: true, lazy: () => loadGuarded(async () => (await import('./runs-page.tsx')).RunsPage) },
  { path: ':runId', lazy: () => loadGuarded(async () => (await import('./run-page.tsx')).RunPage) },
];

async function loadGuarded(load: () => Promise<ComponentType>) {
  const Content = await load();
  return {
    element: (
      <Guarded title="Runs" permission="tools.tenant.read">
        <Content />
      </Guarded>
    ),
  };
}
