import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

export const toolRoutes: RouteObject[] = [
  { index: true, lazy: () => loadGuarded(async () => (await import('./tools-page.tsx')).ToolsPage) },
  { path: ':toolSlug', lazy: () => loadGuarded(async () => (await import('./tool-page.tsx')).ToolPage) },
];

async function loadGuarded(load: () => Promise<ComponentType>) {
  const Content = await load();
  return {
    element: (
      <Guarded title="Tools" permission="tools.tenant.read">
        <Content />
      </Guarded>
    ),
  };
}
