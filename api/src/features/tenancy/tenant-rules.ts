import { z } from 'zod';

/** Rows of this tenant hold for all tenants. */
export const DEFAULT_TENANT = {
  id: '00000000-0000-0000-0000-000000000000',
  slug: 'default',
};

const RESERVED = new Set([
  'default',
  'admin',
  'api',
  'graphql',
  'mcp',
  'settings',
  'sign-in',
  'invite',
  't',
  'new',
  'system',
]);

export const slugRule = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'Use 2 to 40 small letters, digits and dashes, starting with a letter.');
export const tenantSlugRule = slugRule.refine(
  (slug) => !RESERVED.has(slug),
  'This word is reserved. Choose another one.',
);
export const roleSlugRule = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{1,39}$/,
    'Use 2 to 40 small letters, digits, dashes and underscores, starting with a letter.',
  );
export const nameRule = z.string().trim().min(1, 'Give it a name.').max(80, 'At most 80 characters.');
export const emailRule = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'At most 254 characters.')
  .pipe(z.email('Write an e-mail address such as ada@example.com.'));
