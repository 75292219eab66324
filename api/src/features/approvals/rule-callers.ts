import type { Context } from '#access/context.ts';
import { batchBy } from '#graphql/batch.ts';
import { type FieldError, InvalidInput } from '#platform/errors.ts';
import { parseNodeId, toNodeId } from '#platform/ids.ts';

const KINDS = ['user', 'agent', 'apiKey', 'system'];
export const isKind = (word: string): boolean => KINDS.includes(word);

export const findKeys = batchBy<string, string>(async (ctx, ids) => {
  const keys = await ctx.db.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(keys.map(({ id, name }) => [id, name]));
});

export const findPeople = batchBy<string, string>(async (ctx, ids) => {
  const members = await ctx.db.membership.findMany({ where: { userId: { in: ids } }, include: { user: true } });
  return new Map(members.map(({ userId, user }) => [userId, user.name]));
});

/** The row of a caller that is named by a public id; nothing for an id of somebody else's, or of nobody. */
async function findCaller(ctx: Context, word: string): Promise<string | undefined> {
  const { typename, id } = parseNodeId(word) ?? {};
  if (!id) return undefined;
  if (typename === 'User') return (await findPeople(ctx, id)) === undefined ? undefined : id;
  return typename === 'ApiKey' && (await findKeys(ctx, id)) !== undefined ? id : undefined;
}

/** Callers as rules keep them: kinds stay, people and keys become their rows. A word that could never match is refused. */
export async function readCallers(ctx: Context, words: readonly unknown[]): Promise<string[]> {
  const read = await Promise.all(
    words.map(async (word) => (isKind(String(word)) ? String(word) : findCaller(ctx, String(word)))),
  );
  const problems: FieldError[] = read.flatMap((caller, at) =>
    caller === undefined
      ? [
          {
            path: ['match', 'callers', String(at)],
            message: `Name a kind of caller (${KINDS.join(', ')}), or the id of a member or a key of this tenant.`,
          },
        ]
      : [],
  );
  if (problems.length > 0) throw new InvalidInput(problems);
  return read.filter((caller) => caller !== undefined);
}

/** Callers as the outside names them. */
export function showCallers(ctx: Context, callers: readonly string[]): Promise<string[]> {
  return Promise.all(
    callers.map(async (caller) => {
      if (isKind(caller)) return caller;
      return toNodeId((await findKeys(ctx, caller)) === undefined ? 'User' : 'ApiKey', caller);
    }),
  );
}
