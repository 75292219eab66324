import type { PrismaClient } from '#generated/prisma/client.ts';
import { InvalidInput } from '#platform/errors.ts';
import { hashToken, newToken } from '#platform/ids.ts';

export const SIGN_IN_LINK_PATH = '/magic-link/verify';
const LONGEST_PATH = 2_000;
const NOWHERE = 'http://nowhere.invalid';

/** Whether a browser sent there stays with us. */
export function isLocalPath(text: string): boolean {
  if (text.length > LONGEST_PATH || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return false;
  return URL.canParse(text, NOWHERE) && new URL(text, NOWHERE).origin === NOWHERE;
}

function identifierOf(token: string): string {
  return `sign-in-link:${hashToken(token)}`;
}

type Link = { url: string; expiresAt: Date };
type LinkInput = { userId: string; origin: string; next: string; minutes: number };

export async function issueSignInLink(prisma: PrismaClient, input: LinkInput): Promise<Link> {
  if (!isLocalPath(input.next)) throw InvalidInput.of('next', 'Name a page of this site, such as /t/demo.');
  const token = newToken('');
  const expiresAt = new Date(Date.now() + input.minutes * 60_000);
  await prisma.authVerification.create({ data: { identifier: identifierOf(token), value: input.userId, expiresAt } });
  const url = new URL(`/api/auth${SIGN_IN_LINK_PATH}`, input.origin);
  url.searchParams.set('token', token);
  url.searchParams.set('callbackURL', input.next);
  return { url: url.toString(), expiresAt };
}

/** Whose link it was. Of several callers with the same token exactly one gets an answer. */
export async function useSignInLink(prisma: PrismaClient, token: string): Promise<string | null> {
  const link = await prisma.authVerification.findFirst({ where: { identifier: identifierOf(token) } });
  if (!link) return null;
  const used = await prisma.authVerification.deleteMany({ where: { id: link.id, expiresAt: { gt: new Date() } } });
  return used.count === 1 ? link.value : null;
}
