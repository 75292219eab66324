import { Forbidden, Unauthenticated } from '#platform/errors.ts';
import { isForPeople, type Permission } from './permissions.ts';
import { findScope, isMachine, type Viewer } from './viewer.ts';

export function can(viewer: Viewer, permission: Permission): boolean {
  return findScope(viewer)?.permissions.has(permission) ?? false;
}

const ONLY_PEOPLE =
  'A key that acts for an agent may not change who may do or decide what. Do it as a person, or with a key that does not act for an agent.';

/** Says what is missing, and how to come by it. */
export function missingRight(viewer: Viewer, permission: Permission): Forbidden {
  if (isMachine(viewer) && isForPeople(permission)) return new Forbidden(ONLY_PEOPLE, permission);
  return new Forbidden(`This needs the permission ${permission}. Ask an admin of your tenant for it.`, permission);
}

/** The first statement of every verb. */
export function requireCan(viewer: Viewer, permission: Permission): void {
  if (viewer.kind === 'anonymous') throw new Unauthenticated();
  if (!can(viewer, permission)) throw missingRight(viewer, permission);
}

export function isOperator(viewer: Viewer): boolean {
  return viewer.kind === 'system' && viewer.scope === undefined;
}

export function requireOperator(viewer: Viewer): void {
  if (viewer.kind === 'anonymous') throw new Unauthenticated();
  if (!isOperator(viewer)) throw new Forbidden('Only the operator may do this, with: npm run crib');
}
