import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useEffect } from 'react';
import { dialogsAreMounted } from '#lib/dialogs.ts';

/** Dialogs and toasts. */
export function Overlays() {
  // Effects of children come first: by then the provider listens.
  useEffect(dialogsAreMounted, []);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
    </>
  );
}
