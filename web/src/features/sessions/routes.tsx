import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

export const sessionRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => {
      const { EventsPage } = await import('./events-page.tsx');
      return {
        element: (
          <Guarded title="Events" permission="tools.tenant.read">
            <EventsPage />
          </Guarded>
        ),
      };
    },
  },
];
