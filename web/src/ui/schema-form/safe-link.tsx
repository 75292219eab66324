import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

const SAFE = /^(https?|mailto|tel):$/;

/** The address if a browser may follow it: never a script, a file or a page of bytes. */
export function safeAddress(address: string): string | undefined {
  return URL.canParse(address) && SAFE.test(new URL(address).protocol) ? address : undefined;
}

export type SafeLinkProps = { address: string; children: ReactNode };

/** A link that leaves the app, or plain text when the address is not safe to follow. */
export function SafeLink({ address, children }: SafeLinkProps) {
  const href = safeAddress(address);
  if (href === undefined) return <span>{children}</span>;
  const web = href.startsWith('http');
  return (
    <Anchor href={href} {...(web ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}>
      {children}
    </Anchor>
  );
}
