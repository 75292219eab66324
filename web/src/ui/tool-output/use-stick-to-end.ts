import { useCallback, useLayoutEffect, useRef } from 'react';

/** So close to the end counts as at the end: fractions of pixels and momentum never land exactly. */
const NEAR = 24;

/** Keeps the end in view as the text grows, until the reader scrolls up; scrolling back to the end takes it up again. */
export function useStickToEnd(text: string) {
  const ref = useRef<HTMLElement>(null);
  const following = useRef(true);
  const onScroll = useCallback(() => {
    const box = ref.current;
    if (box) following.current = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each growth of the text moves the end
  useLayoutEffect(() => {
    const box = ref.current;
    if (box && following.current) box.scrollTop = box.scrollHeight;
  }, [text]);
  return { ref, onScroll };
}
