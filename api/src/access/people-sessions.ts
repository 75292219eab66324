import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';

export type PersonSession = { sessionId: string; user: { id: string; email: string; name: string }; expiresAt: Date };
export type SessionsEnded = { userId: string; sessionId?: string };

export const COOKIE_PREFIX = 'toolcrib';
const LONGEST_COOKIE = 512;
const BATCH = 1_000;

type Row = { sessionId: string; expiresAt: Date; userId: string; email: string; name: string };

function readCookie(headers: Headers | IncomingHttpHeaders, name: string): string | undefined {
  const header = headers instanceof Headers ? headers.get('cookie') : headers.cookie;
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  const value = pair?.slice(pair.indexOf('=') + 1).trim();
  if (!value || value.length > LONGEST_COOKIE) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** The session token in a cookie that we signed, now or under a former secret. The signature makes tokens read from a database dump worthless. */
export function readSessionToken(
  headers: Headers | IncomingHttpHeaders,
  secure: boolean,
  secrets: readonly string[],
): string | null {
  const value = readCookie(headers, `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`);
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || end < 1) return null;
  const token = value.slice(0, end);
  const given = Buffer.from(value.slice(end + 1), 'base64');
  const isOurs = (secret: string) => {
    const expected = createHmac('sha256', secret).update(token).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return secrets.some(isOurs) ? token : null;
}

/** One statement on a unique index. Prisma would send a second one for the person. */
export async function findSessionByToken(prisma: PrismaClient, token: string): Promise<PersonSession | null> {
  const [row] = await prisma.$queryRaw<Row[]>`
    SELECT s.id AS "sessionId", s.expires_at AS "expiresAt", u.id AS "userId", u.email, u.name
    FROM auth_sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token = ${token}`;
  if (!row || row.expiresAt <= new Date()) return null;
  const { sessionId, expiresAt, userId, email, name } = row;
  return { sessionId, expiresAt, user: { id: userId, email, name } };
}

/** Ends sessions and tells about each of them. Returns how many. */
export async function endSessions(
  prisma: PrismaClient,
  where: Prisma.AuthSessionWhereInput,
  onEnded: (event: SessionsEnded) => void,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const sessions = await prisma.authSession.findMany({ where, select: { id: true, userId: true }, take: BATCH });
    await prisma.authSession.deleteMany({ where: { ...where, id: { in: sessions.map((session) => session.id) } } });
    for (const session of sessions) onEnded({ userId: session.userId, sessionId: session.id });
    ended += sessions.length;
    if (sessions.length < BATCH) return ended;
  }
}
