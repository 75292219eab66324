import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

export const usageRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => {
      const { UsagePage } = await import('./usage-page.tsx');
      return {
        element: (
          <Guarded title="Usage" permission="tools.tenant.read">
            <UsagePage />
          </Guarded>
        ),
      };
    },
  },
];
