import { useEffect, useEffectEvent } from 'react';

export type Keys = Record<string, () => unknown>;

/** Where letters are text, or move inside of something that is open. */
const busyPlaces =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

function isBusy(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  // Enter belongs to whatever has the focus, if that can be pressed.
  if (key === 'Enter' && target.closest('a, button, input')) return true;
  // A ticked box is no place to type.
  return Boolean(target.closest(busyPlaces)) && !target.matches('input[type="checkbox"]');
}

/** Single letters as commands of the page. A key that is held down counts once. */
export function useKeys(keys: Keys, enabled = true) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || isBusy(event.key, event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
