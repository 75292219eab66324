import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

let lastPath: string | undefined;

/** Moves focus to the new page's heading after a navigation, so that screen readers hear it; never on the first load. */
export function usePageFocus(heading: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (lastPath !== undefined && lastPath !== pathname) heading.current?.focus({ preventScroll: true });
    lastPath = pathname;
  }, [pathname, heading]);
}
