import { z } from 'zod';

/** "Night shift (EU)" → "night-shift-eu": what people would have typed themselves. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}

export const slugSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'Use 2 to 40 small letters, digits and dashes, starting with a letter.');

export const roleSlugSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{1,39}$/,
    'Use 2 to 40 small letters, digits, dashes and underscores, starting with a letter.',
  );

export const nameSchema = z.string().trim().min(1, 'Enter a name.').max(80, 'At most 80 characters.');
