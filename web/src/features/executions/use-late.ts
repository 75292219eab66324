import { useEffect, useState } from 'react';

/** True once something has gone on for a while: what is over sooner is not worth a sign on the page. */
export function useLate(isGoingOn: boolean, milliseconds = 300): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isGoingOn, milliseconds]);
  return isGoingOn && late;
}
