import { isPermission, type Permission } from '#access/permissions.ts';
import { InvalidInput } from '#platform/errors.ts';

/** The listed permissions as a set; unknown names are refused at their place in the list. */
export function parsePermissions(names: string[]): ReadonlySet<Permission> {
  const unknown = names.flatMap((name, index) =>
    isPermission(name)
      ? []
      : [
          {
            path: ['permissions', String(index)],
            message: `There is no permission ${name}.`,
          },
        ],
  );
  if (unknown.length > 0) throw new InvalidInput(unknown);
  return new Set(names as Permission[]);
}
