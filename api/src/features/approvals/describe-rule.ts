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
const CALLERS: Record<string, string> = { user: 'a person', apiKey: 'a program', agent: 'an agent' };
const ID = /^[0-9a-f]{8}-/i;
const SPANS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const anyOf = (list: readonly string[]) =>
  list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;

/** People and keys are stored by id, which says nothing to anybody. */
function withoutIds(list: readonly string[], one: string, several: string): string[] {
  const ids = list.filter((entry) => ID.test(entry)).length;
  const named = list.filter((entry) => !ID.test(entry)).map((entry) => CALLERS[entry] ?? entry);
  if (ids === 0) return named;
  return [...named, ids === 1 ? one : several.replace('#', String(ids))];
}

function describeSpan(seconds: number): string {
  const [unit, length] = SPANS.find(([, of]) => seconds % of === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function describeDeciders({ users, roles, manager }: Deciders, needed: number): string {
  const who = [
    ...withoutIds(users, 'a person it names', 'one of # people it names'),
    ...roles.map((role) => `somebody with the role ${role}`),
    ...(manager ? ["the requester's manager"] : []),
  ];
  const decides = `${anyOf(who.length > 0 ? who : ['whoever may decide'])} decides`;
  return needed > 1 ? `${decides}, ${needed} of them together` : decides;
}

type Described = Pick<ApprovalRule, 'match' | 'condition' | 'verdict' | 'deciders' | 'needed' | 'expiresAfter'>;

/** A rule in words, for whoever wonders why a call waits and who decides. */
export function describeRule({ match, condition, verdict, deciders, needed, expiresAfter }: Described): string {
  const given = match as RuleMatch;
  const parts = (Object.keys(WORDS) as (keyof RuleMatch)[])
    .filter((word) => given[word]?.length > 0)
    .map((word) => {
      const list =
        word === 'callers' ? withoutIds(given.callers, 'a certain one', 'one of # certain ones') : given[word];
      return `${WORDS[word]} ${anyOf(list)}`;
    });
  if (condition?.trim()) parts.push(condition.trim());
  const when = parts.length > 0 ? `when ${parts.join(' and ')}` : 'always';
  const sentence = `A call ${VERBS[verdict] ?? verdict} ${when}.`;
  if (verdict !== 'ask') return sentence;
  const decided = describeDeciders(deciders as unknown as Deciders, needed);
  const end = expiresAfter === null ? '' : ` within ${describeSpan(expiresAfter)}`;
  return `${sentence} ${decided.charAt(0).toUpperCase()}${decided.slice(1)}${end}.`;
}
