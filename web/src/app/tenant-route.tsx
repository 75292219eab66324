import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Provider } from 'urql';
import { clientFor } from './active-client.ts';
import type { TenantClient } from './client.ts';
import { Shell } from './shell.tsx';
import { ViewerGate } from './viewer-gate.tsx';

export function loadTenant({ params }: LoaderFunctionArgs): TenantClient {
  return clientFor(params.slug ?? '');
}

export function TenantRoute() {
  const { slug, client } = useLoaderData<TenantClient>();
  // The key makes everything below forget the last tenant too.
  return (
    <Provider value={client} key={slug}>
      <ViewerGate slug={slug}>
        <Shell />
      </ViewerGate>
    </Provider>
  );
}
