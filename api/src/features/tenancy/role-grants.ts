import type { Permission } from '#access/permissions.ts';
import { requireScope, type Viewer } from '#access/viewer.ts';
import { Forbidden } from '#platform/errors.ts';

/** Nobody hands out, or takes away, what they do not hold themselves. */
export function requireGrantable(viewer: Viewer, permissions: ReadonlySet<Permission>, what: string): void {
  const missing = permissions.difference(requireScope(viewer).permissions);
  if (missing.size === 0) return;
  const [first] = missing;
  const more = missing.size > 1 ? ` and ${missing.size - 1} more` : '';
  throw new Forbidden(`${what} holds ${first}${more}, which you do not hold yourself.`);
}
