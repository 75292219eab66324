import { createContext, type ReactNode, useContext } from 'react';

/** A signed-in person inside one tenant. */
export type Viewer = {
  user: { id: string; name: string; email: string };
  tenant: { id: string; slug: string; name: string };
  /** Slug of the role in this tenant. */
  role: string;
  roleName: string;
  membershipId: string | undefined;
  permissions: ReadonlySet<string>;
  /** Every tenant the person belongs to, this one included. */
  tenants: readonly { slug: string; name: string; role: string }[];
};

const ViewerContext = createContext<Viewer | undefined>(undefined);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer is for pages below /t/:slug, where the shell has loaded the viewer.');
  return viewer;
}
