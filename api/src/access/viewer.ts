import { Forbidden, Unauthenticated } from '#platform/errors.ts';
import type { Permission } from './permissions.ts';

/** The tenant in force, and what the caller holds in it. */
export type TenantScope = {
  tenantId: string;
  tenantSlug: string;
  roleSlug: string | null;
  permissions: ReadonlySet<Permission>;
};

export type AnonymousViewer = { kind: 'anonymous' };
/** `scope` is missing while a person has not said which tenant they mean. */
export type UserViewer = {
  kind: 'user';
  userId: string;
  email: string;
  name: string;
  authSessionId: string;
  expiresAt: Date;
  membershipId?: string;
  scope?: TenantScope;
};
export type ApiKeyViewer = {
  kind: 'apiKey';
  apiKeyId: string;
  name: string;
  actsForAgent: boolean;
  /** The member whose rights bound this key; keys that it makes are bound by the same member. */
  creatorId: string | null;
  /** The first of the keys that made this one; none when a person or the operator made it. */
  rootKeyId: string | null;
  expiresAt: Date | null;
  scope: TenantScope;
};
export type AgentViewer = { kind: 'agent'; agentId: string; agentSlug: string; scope: TenantScope };
/** The operator at the machine, or the product's own work. With a scope it acts inside that tenant. */
export type SystemViewer = { kind: 'system'; label: string; scope?: TenantScope };

export type Viewer = AnonymousViewer | UserViewer | ApiKeyViewer | AgentViewer | SystemViewer;

export const ANONYMOUS: AnonymousViewer = { kind: 'anonymous' };

export function findScope(viewer: Viewer): TenantScope | undefined {
  return viewer.kind === 'anonymous' ? undefined : viewer.scope;
}

/** What a caller without a tenant has to do first. */
export function missingScope(viewer: Viewer): Error {
  if (viewer.kind === 'anonymous') return new Unauthenticated();
  return new Forbidden('Say which tenant you mean: send its slug in the header x-toolcrib-tenant.');
}

export function requireScope(viewer: Viewer): TenantScope {
  const scope = findScope(viewer);
  if (!scope) throw missingScope(viewer);
  return scope;
}

/** How the caller appears in histories. */
export function labelOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'user':
      return viewer.email;
    case 'apiKey':
      return `key ${viewer.name}`;
    case 'agent':
      return `agent ${viewer.agentSlug}`;
    case 'system':
      return viewer.label;
  }
}

export function principalOf(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case 'user':
      return viewer.userId;
    case 'apiKey':
      return viewer.apiKeyId;
    case 'agent':
      return viewer.agentId;
    default:
      return null;
  }
}

export function tenantIdOf(viewer: Viewer): string {
  return requireScope(viewer).tenantId;
}

/** Whether no person makes the call itself: an agent, or a key that acts for one. */
export function isMachine(viewer: Viewer): boolean {
  return viewer.kind === 'agent' || (viewer.kind === 'apiKey' && viewer.actsForAgent);
}

/** Where a call by this caller comes from. */
export function sourceOf(viewer: Viewer): 'web' | 'agent' | 'api' {
  if (viewer.kind === 'user') return 'web';
  return isMachine(viewer) ? 'agent' : 'api';
}

/** The caller as events remember them. */
export function actorOf(viewer: Viewer): { kind: Viewer['kind']; id: string | null; label: string } {
  return { kind: viewer.kind, id: principalOf(viewer), label: labelOf(viewer) };
}
