import { useEffect, useEffectEvent } from 'react';
import { isTypingAstray, takesLetters } from './stray-keys.ts';

export type Keys = Record<string, () => unknown>;

function isBusy(key: string, target: EventTarget | null): boolean {
  // Enter belongs to whatever has the focus, if that can be pressed.
  if (key === 'Enter' && target instanceof Element && target.closest('a, button, input')) return true;
  return takesLetters(target);
}

type Options = {
  enabled?: boolean;
  /** For commands that cannot be taken back: called instead while somebody seems to type. */
  onStray?: () => void;
};

/** Single letters as commands of the page. A key that is held down counts once. */
export function useKeys(keys: Keys, { enabled = true, onStray }: Options = {}) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || isBusy(event.key, event.target)) return;
    event.preventDefault();
    if (onStray && isTypingAstray()) onStray();
    else act();
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
