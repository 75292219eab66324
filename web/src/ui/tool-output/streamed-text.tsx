import { VisuallyHidden } from '@mantine/core';
import { BlockNote } from './block-note.tsx';
import classes from './streamed-text.module.css';
import { useSpokenPart } from './use-spoken-part.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

/** Laying out more at each new word would stall the page; the whole text comes with the result. */
const MOST_SHOWN = 100_000;

export type StreamedTextProps = { text: string; label?: string };

/** Text that grows while one reads it. */
export function StreamedText({ text, label = 'Output so far' }: StreamedTextProps) {
  const { ref, onScroll } = useStickToEnd(text);
  const spoken = useSpokenPart(text);
  const cut = text.length > MOST_SHOWN;
  return (
    <div>
      {cut && <BlockNote>This is the end of a long text. All of it comes with the result.</BlockNote>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it */}
      <section ref={ref} onScroll={onScroll} className={classes.scroll} aria-label={label} tabIndex={0}>
        {cut ? text.slice(-MOST_SHOWN) : text}
      </section>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </div>
  );
}
