import { Alert } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { useConnection } from '#lib/connection-state.ts';
import { connectionTexts } from './connection-indicator.tsx';

/** Only for the state in which work is in danger; the indicator says the rest. */
export function ConnectionBanner() {
  const state = useConnection();
  if (state !== 'offline') return null;
  const { label, explanation } = connectionTexts.offline;
  return (
    <Alert
      color="yellow"
      icon={<CloudOff size={18} aria-hidden />}
      title={`You are ${label.toLowerCase()}`}
      maw={1040}
      mx="auto"
      mb="lg"
    >
      {explanation} It refreshes by itself once you are back.
    </Alert>
  );
}
