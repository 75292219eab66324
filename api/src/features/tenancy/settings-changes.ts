import type { Permission } from '#access/permissions.ts';

/** Which rows make up the settings, and who may hear that one changed. */
export const SETTINGS = {
  Membership: { kind: 'MEMBER', permission: 'members.tenant.read' },
  Invitation: { kind: 'INVITATION', permission: 'members.tenant.read' },
  Role: { kind: 'ROLE', permission: 'roles.tenant.read' },
  ApiKey: { kind: 'API_KEY', permission: 'keys.tenant.read' },
  Secret: { kind: 'SECRET', permission: 'secrets.tenant.read' },
  Workspace: { kind: 'WORKSPACE', permission: 'settings.tenant.read' },
  Tenant: { kind: 'TENANT', permission: 'settings.tenant.read' },
} as const satisfies Record<string, { kind: string; permission: Permission }>;

export type SettingsModel = keyof typeof SETTINGS;

export function isSettingsModel(model: string): model is SettingsModel {
  return Object.hasOwn(SETTINGS, model);
}
