export type PermissionItem = {
  name: string;
  resource: string;
  description: string;
};

export type PermissionGroup = {
  resource: string;
  label: string;
  permissions: PermissionItem[];
};

/** Where the page's word for a thing differs from the permission's. */
const labels: Record<string, string> = {
  audit: 'Audit log',
  entities: 'Records',
  entity_types: 'Record types',
  keys: 'API keys',
  owners: 'Ownership',
  settings: 'Tenant settings',
};

export function resourceLabel(resource: string): string {
  const words = resource.replaceAll('_', ' ');
  return labels[resource] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** In the order the server names them. */
export function groupPermissions(permissions: readonly PermissionItem[]): PermissionGroup[] {
  const groups = Map.groupBy(permissions, (permission) => permission.resource);
  return [...groups].map(([resource, members]) => ({
    resource,
    label: resourceLabel(resource),
    permissions: members,
  }));
}

/** A group whose label matches stays whole; of the others, only the permissions that match. */
export function searchGroups(groups: readonly PermissionGroup[], search: string): PermissionGroup[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return [...groups];
  return groups.flatMap((group) => {
    if (group.label.toLowerCase().includes(wanted)) return [group];
    const permissions = group.permissions.filter(({ name, description }) =>
      `${name} ${description}`.toLowerCase().includes(wanted),
    );
    return permissions.length > 0 ? [{ ...group, permissions }] : [];
  });
}
