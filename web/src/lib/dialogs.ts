import { useSyncExternalStore } from 'react';

let wanted = false;
let announce = () => {};
const mounted = new Promise<void>((resolve) => {
  announce = resolve;
});
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Dialogs come with the first wish for one. Resolves when they can be opened. */
export function wantDialogs(): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  return mounted;
}

export function dialogsAreMounted() {
  announce();
}

export function useDialogsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => wanted);
}
