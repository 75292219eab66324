import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { isLocalPath, SIGN_IN_LINK_PATH, useSignInLink } from './sign-in-link.ts';

/**
 * Stands in for the library's magic links, which offer everybody a way to order one, and which drop the password of
 * people whose e-mail was never proven: here a link comes from the operator, not by mail, so it proves nothing.
 */
export function signInLinks(prisma: PrismaClient) {
  return {
    id: 'sign-in-link',
    endpoints: {
      openSignInLink: createAuthEndpoint(
        SIGN_IN_LINK_PATH,
        { method: 'GET', query: z.record(z.string(), z.unknown()) },
        async (ctx) => {
          const { token, callbackURL: next = '/' } = ctx.query;
          if (typeof token !== 'string' || typeof next !== 'string' || !isLocalPath(next)) {
            throw ctx.redirect('/sign-in?error=link-invalid');
          }
          const userId = await useSignInLink(prisma, token);
          const user = userId && (await ctx.context.internalAdapter.findUserById(userId));
          if (!user) throw ctx.redirect('/sign-in?error=link-used');
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          throw ctx.redirect(next);
        },
      ),
    },
  };
}
