import type { Ask, Crib } from './crib.ts';
import { CliFailure } from './failure.ts';
import { readPages } from './read-pages.ts';
import { isOperatorKey } from './transport.ts';

export type Tenant = { id: string; slug: string; name: string; createdAt: string };

export const TENANTS = `query CribTenants($first: Int!, $after: String) {
  tenants(first: $first, after: $after) {
    edges { node { id slug name createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const OWN_TENANT = 'query CribOwnTenant { viewer { tenant { slug } } }';

const NO_TENANT = 'There is no tenant yet. Make one with: npm run crib -- bootstrap --email you@example.com';

const MOST_NAMED = 20;

function listed(slugs: string[]): string {
  const more = slugs.length - MOST_NAMED;
  return `There are: ${slugs.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function choose(wanted: string | undefined, slugs: string[]): string {
  if (slugs.length === 0) throw new CliFailure('NOT_FOUND', NO_TENANT);
  if (wanted !== undefined) {
    if (slugs.includes(wanted)) return wanted;
    const message = `There is no tenant "${wanted}". ${listed(slugs)}`;
    throw new CliFailure('NOT_FOUND', message, [{ path: ['tenant'], message }]);
  }
  if (slugs.length === 1) return slugs[0]!;
  if (slugs.includes('demo')) return 'demo';
  throw new CliFailure('BAD_USER_INPUT', `Say which tenant you mean with --tenant. ${listed(slugs)}`);
}

/** A key has its tenant; naming another one must not end in a change of the wrong one. */
async function ownTenant(crib: Crib, wanted: string | undefined): Promise<string> {
  const { viewer } = await crib.ask<{ viewer: { tenant: { slug: string } } }>(OWN_TENANT);
  const { slug } = viewer.tenant;
  if (wanted === undefined || wanted === slug) return slug;
  const message = `This key belongs to the tenant "${slug}", not to "${wanted}". Use a key of that one.`;
  throw new CliFailure('FORBIDDEN', message, [{ path: ['tenant'], message }]);
}

/** Speaks inside the tenant that was named, or the one that goes without saying. */
export async function enterTenant(crib: Crib, wanted: string | undefined): Promise<{ slug: string; ask: Ask }> {
  let slug: string;
  if (isOperatorKey(crib.credential)) {
    const { rows } = await readPages<Tenant>(crib.ask, TENANTS);
    slug = choose(
      wanted,
      rows.map((tenant) => tenant.slug),
    );
  } else slug = await ownTenant(crib, wanted);
  return { slug, ask: crib.askIn(slug) };
}
