/** What the role drawer shows. */
export type RoleView =
  | { mode: 'read'; id: string }
  | { mode: 'edit'; id: string }
  /** `from`: the role whose permissions the new one starts with. */
  | { mode: 'create'; from?: string };

export const newRole: RoleView = { mode: 'create' };
