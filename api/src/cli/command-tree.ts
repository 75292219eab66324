import { parseArgs, stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, defineCommand, renderUsage } from 'citty';
import { audit } from './audit.ts';
import { COMMON_FLAGS, command, isLeaf } from './command.ts';
import { doctor } from './doctor.ts';
import { UsageFailure } from './failure.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { migrate } from './migrate.ts';
import { receipts } from './receipts.ts';
import { secrets } from './secrets.ts';
import { bootstrap, signInLink } from './sign-in.ts';
import { tenants } from './tenants.ts';
import { tools } from './tools.ts';

const help = command({
  name: 'help',
  description: 'Says how a command is written, as in: help members invite.',
  run: () => Promise.reject(new UsageFailure('help is answered before commands run.')),
});

const root = defineCommand({
  meta: { name: 'crib', description: "The operator's client of Toolcrib." },
  subCommands: {
    doctor,
    bootstrap,
    'sign-in-link': signInLink,
    tenants,
    members,
    keys,
    tools,
    secrets,
    audit,
    receipts,
    migrate,
    help,
  } as Record<string, CommandDef>,
});

export type Found = {
  command: CommandDef;
  /** The words that led here, `crib` first. */
  path: string[];
  /** What is left of the line. */
  rest: string[];
  /** Whether how to write it was asked, and not that it be done. */
  helps: boolean;
};

const subCommandsOf = (command: CommandDef) => (command.subCommands ?? {}) as Record<string, CommandDef>;

/** Common flags may stand before the words of a command; their values are not such words. */
function wordsOf(line: string[]): { at: number; word: string }[] {
  const options = Object.fromEntries(Object.entries(COMMON_FLAGS).map(([name, { type }]) => [name, { type }]));
  const { tokens } = parseArgs({ args: line, options, strict: false, allowPositionals: true, tokens: true });
  return tokens.flatMap((token) => (token.kind === 'positional' ? [{ at: token.index, word: token.value }] : []));
}

export function findCommand(line: string[]): Found {
  const asks = (word: string) => word === '--help' || word === '-h';
  const words = wordsOf(line);
  const path = ['crib'];
  const taken = new Set<number>();
  let found: CommandDef = root;
  if (words[0]?.word === 'help') taken.add(words.shift()!.at);
  const helps = taken.size > 0 || line.some(asks);
  for (const { at, word } of words) {
    const next = Object.hasOwn(subCommandsOf(found), word) ? subCommandsOf(found)[word] : undefined;
    if (!next) break;
    found = next;
    path.push(word);
    taken.add(at);
  }
  const rest = line.filter((word, at) => !taken.has(at) && !asks(word));
  return { command: found, path, rest, helps };
}

/** Fails for a line that ended above a leaf, unless it only asks how to go on. */
export function requireComplete({ command, path, rest, helps }: Found): void {
  if (isLeaf(command)) return;
  const said = path.slice(1).join(' ');
  const [unknown] = wordsOf(rest);
  if (unknown) throw new UsageFailure(`There is no command "${`${said} ${unknown.word}`.trim()}".`);
  if (helps) return;
  const choices = Object.keys(subCommandsOf(command)).join(', ');
  throw new UsageFailure(`Say what to do${said && ` with ${said}`}: ${choices}.`);
}

export async function usageOf({ command, path }: Pick<Found, 'command' | 'path'>, colours: boolean): Promise<string> {
  const shown = isLeaf(command) ? command : { ...command, args: COMMON_FLAGS as ArgsDef };
  const rendered = await renderUsage(shown, { meta: { name: path.slice(0, -1).join(' ') } });
  const usage = colours ? rendered : stripVTControlCharacters(rendered);
  return usage.replace(/[ \t]+$/gm, '').trim();
}
