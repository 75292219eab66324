import { Card, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageFocus } from '#lib/use-page-focus.ts';
import { Brand } from './brand.tsx';
import classes from './stand-alone.module.css';

export type StandAloneProps = {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

/** A page outside of any tenant: one card under the brand. */
export function StandAlone({ title, description, children, footer }: StandAloneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageFocus(heading);
  useEffect(() => {
    document.title = `${title} · Toolcrib`;
  }, [title]);
  return (
    <div className={classes.root}>
      <header>
        <Brand size={32} />
      </header>
      <main className={classes.main}>
        <Card padding="xl" className={classes.card}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {description && (
            <Text component="div" c="dimmed" mt={4}>
              {description}
            </Text>
          )}
          {children && <div className={classes.body}>{children}</div>}
        </Card>
        {footer && <div className={classes.footer}>{footer}</div>}
      </main>
    </div>
  );
}
