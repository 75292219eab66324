import type { ReactNode } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import { Forbidden } from './forbidden.tsx';

type GuardedProps = {
  title: string;
  permission?: string;
  children: ReactNode;
};

/** Shows the page only to those who may read what is on it, so that no request is made just to be refused. */
export function Guarded({ title, permission, children }: GuardedProps) {
  const viewer = useViewer();
  if (permission && !viewer.permissions.has(permission)) {
    return <Forbidden title={title} homePath={`/t/${viewer.tenant.slug}`} />;
  }
  return children;
}
