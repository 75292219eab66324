const key = 'toolcrib-last-tenant';

/** Only a convenience for bare addresses; private browsing may refuse it. */
export function rememberTenant(slug: string) {
  try {
    localStorage.setItem(key, slug);
  } catch {
    // Nothing depends on it.
  }
}

export function pickTenant<T extends { slug: string }>(tenants: readonly T[]): T | undefined {
  let last: string | null = null;
  try {
    last = localStorage.getItem(key);
  } catch {
    // The first tenant will do.
  }
  return tenants.find((tenant) => tenant.slug === last) ?? tenants[0];
}
