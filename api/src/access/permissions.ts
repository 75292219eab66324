/** Every right there is: `<resource>.<scope>.<verb>`, with what it lets one do. */
const PERMISSIONS = {
  'tools.tenant.read': 'See the tool library.',
  'tools.tenant.execute': 'Run tools.',
  'tools.tenant.create': 'Author tools.',
  'tools.tenant.update': 'Change, enable and disable tools.',
  'tools.tenant.delete': 'Delete authored tools.',
  'tools.system.override': 'Override built-in tools for the tenant.',
  'sessions.tenant.read': 'See runs, sessions and events of everybody.',
  'approvals.team.read': 'See calls that wait for a decision.',
  'approvals.team.decide': 'Approve or deny waiting calls.',
  'approvals.team.rules': 'Write the rules that say which calls must wait.',
  'agents.team.read': 'See agents.',
  'agents.team.create': 'Create agents.',
  'agents.team.update': 'Change agents.',
  'agents.team.delete': 'Delete agents.',
  'agents.team.run': 'Start agents.',
  'tasks.team.read': 'See tasks.',
  'tasks.team.create': 'Create tasks.',
  'tasks.team.update': 'Work on tasks.',
  'tasks.team.delete': 'Delete tasks.',
  'spaces.team.read': 'Read spaces.',
  'spaces.team.create': 'Create spaces.',
  'spaces.team.update': 'Write in spaces.',
  'spaces.team.delete': 'Delete spaces.',
  'entities.team.read': 'Read records.',
  'entities.team.create': 'Create records.',
  'entities.team.update': 'Change records.',
  'entities.team.delete': 'Delete records.',
  'entity_types.team.read': 'See record types.',
  'responses.team.create': 'Submit responses.',
  'documents.team.read': 'Read and search documents.',
  'web.use': 'Let tools search and read the web.',
  'feedback.team.read': 'See feedback.',
  'feedback.team.create': 'Give feedback.',
  'feedback.team.update': 'Work on feedback.',
  'feedback.team.delete': 'Delete feedback.',
  'connections.tenant.read': 'See connections to other systems.',
  'connections.tenant.create': 'Connect other systems.',
  'connections.tenant.update': 'Change connections.',
  'connections.tenant.delete': 'Remove connections.',
  'secrets.tenant.read': 'See which secrets are set, never their values.',
  'secrets.tenant.create': 'Set new secrets.',
  'secrets.tenant.update': 'Replace secrets.',
  'secrets.tenant.delete': 'Delete secrets.',
  'files.tenant.read': 'Download files.',
  'files.tenant.create': 'Upload files.',
  'files.tenant.delete': 'Delete files.',
  'keys.tenant.read': 'See API keys.',
  'keys.tenant.create': 'Create API keys.',
  'keys.tenant.update': 'Change API keys.',
  'keys.tenant.delete': 'Revoke API keys.',
  'members.tenant.read': 'See members and invitations.',
  'members.tenant.create': 'Invite people.',
  'members.tenant.update': 'Change roles and managers of members.',
  'members.tenant.delete': 'Remove members.',
  'roles.tenant.read': 'See roles.',
  'roles.tenant.create': 'Create roles.',
  'roles.tenant.update': 'Change roles.',
  'roles.tenant.delete': 'Delete roles.',
  'settings.tenant.read': 'See tenant settings and workspaces.',
  'settings.tenant.update': 'Change tenant settings and workspaces.',
  'audit.tenant.read': 'Read and verify the audit log.',
  'owners.system.grant': 'Make others owners of the tenant.',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

const KNOWN: ReadonlySet<string> = new Set(ALL_PERMISSIONS);

export function isPermission(text: string): text is Permission {
  return KNOWN.has(text);
}

export function describePermission(permission: Permission): {
  name: Permission;
  resource: string;
  description: string;
} {
  return { name: permission, resource: permission.split('.')[0]!, description: PERMISSIONS[permission] };
}

type BuiltInRole = { name: string; description: string; permissions: readonly Permission[] };

const MEMBER: readonly Permission[] = [
  'tools.tenant.read',
  'tools.tenant.execute',
  'files.tenant.read',
  'files.tenant.create',
];

export const BUILT_IN_ROLES = {
  system_admin: { name: 'Owner', description: 'Everything in the tenant.', permissions: ALL_PERMISSIONS },
  admin: {
    name: 'Admin',
    description: 'Everything but making others owners.',
    permissions: ALL_PERMISSIONS.filter((permission) => permission !== 'owners.system.grant'),
  },
  approver: {
    name: 'Approver',
    description: 'Uses tools and decides calls that wait.',
    permissions: [...MEMBER, 'approvals.team.read', 'approvals.team.decide'],
  },
  member: { name: 'Member', description: 'Uses tools and sees their own runs.', permissions: MEMBER },
  viewer: {
    name: 'Viewer',
    description: 'Sees everything, changes nothing.',
    permissions: ALL_PERMISSIONS.filter((permission) => permission.endsWith('.read')),
  },
  feedback_reviewer: {
    name: 'Feedback reviewer',
    description: 'Reads and corrects records and agents from feedback.',
    permissions: ['entities.team.read', 'entities.team.update', 'agents.team.update'],
  },
} as const satisfies Record<string, BuiltInRole>;

export type BuiltInRoleSlug = keyof typeof BUILT_IN_ROLES;

export function findBuiltInRole(slug: string): BuiltInRole | undefined {
  return Object.hasOwn(BUILT_IN_ROLES, slug) ? BUILT_IN_ROLES[slug as BuiltInRoleSlug] : undefined;
}

type RoleRow = { slug: string; builtIn: boolean; permissions: { permission: string }[] };

/** What a role holds now. Built-in roles follow the code, so a release may widen them; custom ones hold their rows. */
export function permissionsOfRole(role: RoleRow): ReadonlySet<Permission> {
  if (role.builtIn) return new Set(findBuiltInRole(role.slug)?.permissions ?? []);
  return new Set(role.permissions.map((row) => row.permission).filter(isPermission));
}

/** What says who may do and decide what. Whoever acts for an agent never holds it, or it could free itself of the gate. */
const FOR_PEOPLE: ReadonlySet<Permission> = new Set<Permission>([
  'approvals.team.rules',
  'keys.tenant.create',
  'keys.tenant.update',
  'members.tenant.create',
  'members.tenant.update',
  'roles.tenant.create',
  'roles.tenant.update',
  'owners.system.grant',
]);

export const isForPeople = (permission: Permission): boolean => FOR_PEOPLE.has(permission);

type KeyRow = {
  permissions: string[];
  actsForAgent: boolean;
  role: RoleRow | null;
  creator: { role: RoleRow } | null;
  creatorId: string | null;
};

/** A key holds its role, narrowed to its own list, and never more than the member who made it holds now. */
export function permissionsOfKey(key: KeyRow): ReadonlySet<Permission> {
  const narrowed = new Set(key.permissions.filter(isPermission));
  let held: ReadonlySet<Permission> = key.role ? permissionsOfRole(key.role) : narrowed;
  if (key.role && key.permissions.length > 0) held = held.intersection(narrowed);
  if (key.actsForAgent) held = held.difference(FOR_PEOPLE);
  if (key.creatorId === null) return held;
  return key.creator ? held.intersection(permissionsOfRole(key.creator.role)) : new Set();
}
