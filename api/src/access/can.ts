import { Forbidden, Unauthenticated } from '#platform/errors.ts';
import type { Permission } from './permissions.ts';
import { findScope, type Viewer } from './viewer.ts';

export function can(viewer: Viewer, permission: Permission): boolean {
  return findScope(viewer)?.permissions.has(permission) ?? false;
}

/** The first statement of every verb. */
export function requireCan(viewer: Viewer, permission: Permission): void {
  if (viewer.kind === 'anonymous') throw new Unauthenticated();
  if (!can(viewer, permission)) {
    throw new Forbidden(`This needs the permission ${permission}. Ask an admin of your tenant for it.`, permission);
  }
}

export function isOperator(viewer: Viewer): boolean {
  return viewer.kind === 'system' && viewer.scope === undefined;
}

export function requireOperator(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') throw new Unauthenticated();
  if (!isOperator(viewer)) throw new Forbidden('Only the operator may do this, with: npm run crib');
}
