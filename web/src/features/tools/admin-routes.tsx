import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

/** Below `/t/:slug/admin/tools`. */
export const toolAdminRoutes: RouteObject[] = [
  {
    index: true,
    lazy: () =>
      loadGuarded('tools.tenant.update', async () => (await import('./admin/admin-tools-page.tsx')).AdminToolsPage),
  },
  {
    path: 'new',
    lazy: () =>
      loadGuarded('tools.tenant.create', async () => (await import('./editor/new-tool-page.tsx')).NewToolPage),
  },
  {
    path: ':toolSlug/edit',
    lazy: () =>
      loadGuarded('tools.tenant.update', async () => (await import('./editor/edit-tool-page.tsx')).EditToolPage),
  },
];

async function loadGuarded(permission: string, load: () => Promise<ComponentType>) {
  const Content = await load();
  return {
    element: (
      <Guarded title="Manage tools" permission={permission}>
        <Content />
      </Guarded>
    ),
  };
}
