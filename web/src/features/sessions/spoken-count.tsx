import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { plural } from '#lib/format.ts';

const speakEvery = 10_000;

/** Tells a screen reader how much is new, now and then instead of row by row. */
export function SpokenCount({ received }: { received: number }) {
  const [words, setWords] = useState('');
  const latest = useRef(received);
  latest.current = received;
  useEffect(() => {
    let told = 0;
    const timer = setInterval(() => {
      const news = latest.current - told;
      told = latest.current;
      setWords(news > 0 ? plural(news, 'new event') : '');
    }, speakEvery);
    return () => clearInterval(timer);
  }, []);
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}
