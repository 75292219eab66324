import type { Client } from '@urql/core';
import { useMemo } from 'react';
import { useClient } from 'urql';
import { useViewer } from '#lib/viewer.tsx';

type Kept = Map<string, unknown>;

/** In memory only, and with the client they go: each tenant has one of its own, and so has each person of a playground. */
const keptBy = new WeakMap<Client, Map<string, Kept>>();

export type Draft<Written> = {
  read: () => Written | undefined;
  /** Nothing forgets it. */
  keep: (written: Written | undefined) => void;
};

/** What somebody wrote about a call and has not sent: it outlives the card, until the call is decided. */
export function useDrafts(approvalId: string) {
  const client = useClient();
  const { user } = useViewer();
  return useMemo(() => {
    const all = keptBy.get(client) ?? new Map<string, Kept>();
    keptBy.set(client, all);
    const key = `${user.id} ${approvalId}`;
    return {
      of: <Written>(panel: string): Draft<Written> => ({
        read: () => all.get(key)?.get(panel) as Written | undefined,
        keep: (written) => all.set(key, new Map(all.get(key)).set(panel, written)),
      }),
      forget: () => void all.delete(key),
    };
  }, [client, user.id, approvalId]);
}

export function useDraft<Written>(approvalId: string, panel: string): Draft<Written> {
  const drafts = useDrafts(approvalId);
  return useMemo(() => drafts.of<Written>(panel), [drafts, panel]);
}
