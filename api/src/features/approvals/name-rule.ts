import type { Context } from '#access/context.ts';
import type { ApprovalRule } from '#generated/prisma/client.ts';
import { batchBy } from '#graphql/batch.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import type { RuleMatch } from './approval-rule-shape.ts';
import { describeRule } from './describe-rule.ts';
import { findKeys, findPeople, isKind } from './rule-callers.ts';

const findRoles = batchBy<string, string>(async (ctx, slugs) => {
  const roles = await ctx.db.role.findMany({ where: { slug: { in: slugs } }, select: { slug: true, name: true } });
  return new Map(roles.map(({ slug, name }) => [slug, name]));
});

async function findName(ctx: Context, id: string): Promise<string | undefined> {
  const [person, key] = await Promise.all([findPeople(ctx, id), findKeys(ctx, id)]);
  return person ?? (key === undefined ? undefined : `the key ${key}`);
}

async function collect(words: readonly string[], find: (word: string) => Promise<string | undefined>) {
  const found = await Promise.all(words.map(async (word) => [word, await find(word)] as const));
  return new Map(found.flatMap(([word, name]) => (name === undefined ? [] : [[word, name] as const])));
}

/** A rule in words that call everybody by the name they have now. */
export async function describeByName(ctx: Context, rule: ApprovalRule): Promise<string> {
  const match = rule.match as RuleMatch;
  const deciders = rule.deciders as unknown as Deciders;
  const callers = match.callers.filter((caller) => !isKind(caller));
  const [ids, roles] = await Promise.all([
    collect([...callers, ...deciders.users], (id) => findName(ctx, id)),
    collect([...match.roles, ...deciders.roles], (slug) => findRoles(ctx, slug)),
  ]);
  return describeRule(rule, { ids, roles });
}
