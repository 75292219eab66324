import { BUILT_IN_ROLES } from '#access/permissions.ts';
import type { ApprovalRule } from '#generated/prisma/client.ts';
import type { Deciders } from '#toolkit/run-engine.ts';
import type { RuleMatch } from './approval-rule-shape.ts';

const WORDS: Record<keyof RuleMatch, string> = {
  tools: 'the tool is',
  categories: 'its category is',
  origins: 'it comes from',
  sources: 'the call comes from',
  callers: 'the caller is',
  roles: 'their role is',
};
const VERBS: Record<string, string> = { allow: 'may run', ask: 'waits for approval', deny: 'is refused' };
const CALLERS: Record<string, string> = {
  user: 'a person',
  apiKey: 'a program',
  agent: 'an agent',
  system: 'the system',
};
const ID = /^[0-9a-f]{8}-/i;
const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const anyOf = (list: readonly string[]) =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;

/** What people call those whom a rule has by id, and roles by slug. */
export type RuleNames = { ids: ReadonlyMap<string, string>; roles: ReadonlyMap<string, string> };

const NO_NAMES: RuleNames = {
  ids: new Map(),
  roles: new Map(Object.entries(BUILT_IN_ROLES).map(([slug, { name }]) => [slug, name])),
};

/** People and keys are stored by id, which says nothing to anybody: whom nobody can name is only counted. */
function withoutIds(list: readonly string[], { ids }: RuleNames, one: string, several: string): string[] {
  const unknown = list.filter((entry) => ID.test(entry) && !ids.has(entry)).length;
  const named = list.flatMap((entry) => ids.get(entry) ?? (ID.test(entry) ? [] : (CALLERS[entry] ?? entry)));
  if (unknown === 0) return named;
  return [...named, unknown === 1 ? one : several.replace('#', String(unknown))];
}

function describeSpan(seconds: number): string {
  const [unit, length] = SPANS.find(([, of]) => seconds % of === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function describeDeciders({ users, roles, manager }: Deciders, needed: number, names: RuleNames): string {
  const who = [
    ...withoutIds(users, names, 'a person it names', 'one of # people it names'),
    ...roles.map((role) => `somebody with the role ${names.roles.get(role) ?? role}`),
    ...(manager ? ["the requester's manager"] : []),
  ];
  const decides = `${anyOf(who.length > 0 ? who : ['whoever may decide'])} decides`;
  return needed > 1 ? `${decides}, ${needed} of them together` : decides;
}

function describeMatch(match: RuleMatch, condition: string | null, names: RuleNames): string {
  const lists = {
    ...match,
    callers: withoutIds(match.callers ?? [], names, 'a certain one', 'one of # certain ones'),
    roles: (match.roles ?? []).map((role) => names.roles.get(role) ?? role),
  };
  const parts = (Object.keys(WORDS) as (keyof RuleMatch)[])
    .filter((word) => lists[word]?.length > 0)
    .map((word) => `${WORDS[word]} ${anyOf(lists[word])}`);
  if (condition?.trim()) parts.push(condition.trim());
  return parts.length > 0 ? `when ${parts.join(' and ')}` : 'always';
}

type Asking = Pick<ApprovalRule, 'deciders' | 'needed' | 'selfApproval' | 'expiresAfter'>;

function describeAsking({ deciders, needed, selfApproval, expiresAfter }: Asking, names: RuleNames): string[] {
  const decided = describeDeciders(deciders as unknown as Deciders, needed, names);
  const end = expiresAfter === null ? '' : ` within ${describeSpan(expiresAfter)}`;
  return [
    `${decided.charAt(0).toUpperCase()}${decided.slice(1)}${end}.`,
    `${selfApproval ? 'People' : 'Nobody'} may approve what is done on their behalf.`,
  ];
}

type Described = Asking & Pick<ApprovalRule, 'match' | 'condition' | 'verdict' | 'limit' | 'endsAt'>;

/** A rule in words, for whoever wonders why a call waits and who decides. */
export function describeRule(rule: Described, names: RuleNames = NO_NAMES): string {
  const { verdict, limit, endsAt } = rule;
  const sentences = [
    `A call ${VERBS[verdict] ?? verdict} ${describeMatch(rule.match as RuleMatch, rule.condition, names)}.`,
    ...(verdict === 'ask' ? describeAsking(rule, names) : []),
  ];
  if (verdict === 'allow' && limit !== null)
    sentences.push(`It lets ${limit} call${limit === 1 ? '' : 's'} pass in all.`);
  if (endsAt) sentences.push(`The rule holds until ${MOMENT.format(endsAt)} UTC.`);
  return sentences.join(' ');
}
