import { operatorIn } from '#access/authenticate.ts';
import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { appendAudit } from '#features/audit/append-audit.ts';
import { NotFound } from '#platform/errors.ts';
import { DEFAULT_TENANT } from './tenant-rules.ts';

/** A link that signs one person in, once. */
export async function createSignInLink(ctx: Context, email: string): Promise<{ url: string; expiresAt: Date }> {
  requireOperator(ctx.viewer);
  const link = await ctx.people.createSignInLink(email);
  if (!link) throw new NotFound(`A person with the address ${email}`);
  await ctx.as(operatorIn(DEFAULT_TENANT)).transaction((inside) =>
    appendAudit(inside, {
      action: 'signInLink.created',
      target: { type: 'User' },
      details: { email },
    }),
  );
  return link;
}
