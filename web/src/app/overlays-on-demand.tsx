import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';
import { useDialogsWanted } from '#lib/dialogs.ts';

const Overlays = lazy(async () => ({
  default: (await import('./overlays.tsx')).Overlays,
}));

/** The first page needs neither dialogs nor toasts; their code comes with the first one. */
export function OverlaysOnDemand() {
  const dialogs = useDialogsWanted();
  const { notifications } = useNotifications();
  const [wanted, setWanted] = useState(false);
  if (!wanted && (dialogs || notifications.length > 0)) setWanted(true);
  return wanted ? (
    <Suspense>
      <Overlays />
    </Suspense>
  ) : null;
}
