import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  sensitiveSessionMiddleware,
} from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import { z } from 'zod';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { passwordProblem } from './people-password.ts';

const CHOOSING = new Set(['/change-password', '/set-password']);

/** Holds chosen passwords to our rule, and lets people who came by a link or single sign-on choose a first one. */
export function passwordRules(prisma: PrismaClient) {
  const refuseWeakPassword = createAuthMiddleware(async (ctx) => {
    const chosen = ctx.body?.newPassword;
    if (typeof chosen !== 'string') return;
    const session = await getSessionFromCtx(ctx);
    const problem = session && passwordProblem(chosen, session.user.email);
    if (problem) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message: problem });
  });

  const setFirstPassword = createAuthEndpoint(
    '/set-password',
    { method: 'POST', body: z.object({ newPassword: z.string() }), use: [sensitiveSessionMiddleware] },
    async (ctx) => {
      const userId = ctx.context.session.user.id;
      const password = await hashPassword(ctx.body.newPassword);
      const added = await prisma.authAccount.createMany({
        data: { providerId: 'credential', accountId: userId, userId, password },
        skipDuplicates: true,
      });
      if (added.count === 1) return ctx.json({ status: true });
      throw new APIError('BAD_REQUEST', {
        code: 'PASSWORD_ALREADY_SET',
        message: 'You already have a password. Change it with your current one.',
      });
    },
  );

  return {
    id: 'password-rules',
    hooks: {
      before: [{ matcher: (ctx: { path?: string }) => CHOOSING.has(ctx.path ?? ''), handler: refuseWeakPassword }],
    },
    endpoints: { setFirstPassword },
  };
}
