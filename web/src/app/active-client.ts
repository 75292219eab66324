import { createTenantClient, type TenantClient } from './client.ts';

let current: TenantClient | undefined;

/** The client of the tenant on screen. Another slug ends the last one, with its cache and its socket. */
export function clientFor(slug: string, create: typeof createTenantClient = createTenantClient): TenantClient {
  if (current?.slug === slug) return current;
  current?.dispose();
  current = create(slug);
  return current;
}
