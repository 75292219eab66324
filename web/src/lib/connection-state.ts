import { useSyncExternalStore } from 'react';

export type ConnectionState = 'connecting' | 'connected' | 'reconnecting' | 'offline';

export type ConnectionStore = {
  get: () => ConnectionState;
  set: (state: ConnectionState) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createConnectionStore(initial: ConnectionState = 'connecting'): ConnectionStore {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The page has one live connection at a time: that of the tenant on screen. */
export const connectionState = createConnectionStore();

export function useConnection(store: ConnectionStore = connectionState): ConnectionState {
  return useSyncExternalStore(store.subscribe, store.get);
}
