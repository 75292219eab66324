import { useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** Focus that goes away together with the component returns to the top of the page instead of to nowhere. */
export function useFocusKept() {
  useLayoutEffect(
    () => () => {
      if (document.activeElement === document.body) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusHeading();
      });
    },
    [],
  );
}
