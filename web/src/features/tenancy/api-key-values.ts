import { z } from 'zod';
import type { CreateApiKeyInput } from '#gql/graphql.ts';
import { expiryPresets, isFutureDay, toExpiry } from './key-expiry.ts';
import { nameSchema } from './slug.ts';

/** All that a role may do, a part of it, or permissions without any role. */
const accessKinds = ['role', 'part', 'chosen'] as const;

export const apiKeySchema = z
  .object({
    name: nameSchema,
    access: z.enum(accessKinds),
    role: z.string(),
    permissions: z.array(z.string()),
    actsForAgent: z.boolean(),
    expiresIn: z.enum(expiryPresets),
    /** The chosen day. Named as the server names it, so that its complaints land here. */
    expiresAt: z.string(),
  })
  .superRefine((values, check) => {
    const complain = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (values.access !== 'chosen' && !values.role) complain('role', 'Choose a role.');
    if (values.access !== 'role' && values.permissions.length === 0) {
      complain('permissions', 'Choose at least one permission.');
    }
    if (values.expiresIn === 'custom' && !isFutureDay(values.expiresAt, new Date())) {
      complain('expiresAt', 'Choose a day that has not passed.');
    }
  });

export type ApiKeyValues = z.infer<typeof apiKeySchema>;

export const apiKeyDefaults: ApiKeyValues = {
  name: '',
  access: 'role',
  role: '',
  permissions: [],
  actsForAgent: false,
  expiresIn: '90',
  expiresAt: '',
};

export function toCreateApiKeyInput(values: ApiKeyValues, now: Date): CreateApiKeyInput {
  const { name, access, role, permissions, actsForAgent, expiresIn, expiresAt } = values;
  return {
    name,
    actsForAgent,
    expiresAt: toExpiry(expiresIn, expiresAt, now),
    ...(access !== 'chosen' && { role }),
    ...(access !== 'role' && { permissions }),
  };
}
