import { useEffect, useRef, useState } from 'react';

const PAUSE = 3000;
/** A screen reader that is behind cannot catch up; the text itself can be read at any time. */
const LONGEST = 600;

/** What was added since it was last said, every few seconds: a live region that changed with each word would only stutter. */
export function useSpokenPart(text: string): string {
  const latest = useRef(text);
  const said = useRef(0);
  const [part, setPart] = useState('');
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = latest.current;
      // A shorter text is another text.
      if (now.length < said.current) said.current = 0;
      if (now.length === said.current) return;
      setPart(now.slice(said.current).slice(-LONGEST));
      said.current = now.length;
    }, PAUSE);
    return () => clearInterval(timer);
  }, []);
  return part;
}
