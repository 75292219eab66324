import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ViewerGateQueryQuery } from '#gql/graphql.ts';
import { errorCode, errorKind } from '#lib/describe-error.ts';
import { rememberTenant } from '#lib/last-tenant.ts';
import { type Viewer, ViewerProvider } from '#lib/viewer.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Splash } from '#ui/splash.tsx';
import { StandAlone } from '#ui/stand-alone.tsx';
import { UnknownTenant } from './unknown-tenant.tsx';

const ViewerGateQuery = graphql(`
  query ViewerGateQuery {
    viewer {
      kind
      user {
        id
        name
        email
      }
      tenant {
        id
        slug
        name
      }
      role
      permissions
      membership {
        id
        role {
          id
          name
        }
      }
      tenants {
        role
        tenant {
          slug
          name
        }
      }
    }
  }
`);

function toViewer({ viewer }: ViewerGateQueryQuery): Viewer | undefined {
  const { user, tenant, membership } = viewer;
  if (!user || !tenant) return undefined;
  const role = viewer.role ?? '';
  return {
    user,
    tenant,
    role,
    roleName: membership?.role.name ?? role,
    membershipId: membership?.id,
    permissions: new Set(viewer.permissions),
    tenants: viewer.tenants.map((one) => ({ ...one.tenant, role: one.role })),
  };
}

/** Lets in who is signed in and belongs to the tenant; everybody else reads what to do. */
export function ViewerGate({ slug, children }: { slug: string; children: ReactNode }) {
  const [{ data, error, fetching }, load] = useQuery({
    query: ViewerGateQuery,
  });
  const [known, setKnown] = useState<{
    data: ViewerGateQueryQuery;
    viewer: Viewer;
  }>();
  // The client is on its way to the sign-in page.
  const leaving = error && errorCode(error) === 'UNAUTHENTICATED';

  // A later failure (say, a lost network) must not take the page, and what was typed into it, away.
  if (data && data !== known?.data) {
    const viewer = toViewer(data);
    if (viewer) setKnown({ data, viewer });
  }

  useEffect(() => {
    if (known) rememberTenant(slug);
  }, [known, slug]);

  if (known) return <ViewerProvider viewer={known.viewer}>{children}</ViewerProvider>;
  if (fetching || leaving) return <Splash />;
  if (data || (error && errorKind(error) === 'forbidden')) return <UnknownTenant slug={slug} />;
  return (
    <StandAlone title="Toolcrib could not be opened">
      {error && <ErrorNote error={error} onRetry={() => load({ requestPolicy: 'network-only' })} />}
    </StandAlone>
  );
}
