import { Title } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A part of the page, so a level below its title. Its heading takes the focus of a button that went away with what was there before. */
export function RunFrame({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another content
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <section
      aria-labelledby={id}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = relatedTarget === null;
      }}
    >
      <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
