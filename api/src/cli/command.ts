import { type ArgsDef, type CommandDef, defineCommand } from 'citty';
import type { Env } from '#platform/env.ts';
import type { Crib } from './crib.ts';
import { UsageFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** What a command answers. `data` is the JSON; `text` is for people; `note` goes beside it. */
export type Output = { data: unknown; text: string; note?: string; exitCode?: number };

export type Tools = {
  terminal: Terminal;
  json: boolean;
  /** Read at the first call, so that `doctor` can report what is wrong with it. */
  env(): Env;
  /** The way to the API; opened at the first call, closed by the frame. */
  crib(): Promise<Crib>;
};

type ValueOf<Flag> = Flag extends { type: 'boolean' }
  ? boolean
  : Flag extends { required: true }
    ? string
    : string | undefined;
export type Given<Flags> = { [Name in keyof Flags]: ValueOf<Flags[Name]> };

/** Understood by every command, wherever on the line they stand. */
export const COMMON_FLAGS = {
  json: { type: 'boolean', description: 'Answer in JSON, errors too.' },
  'data-dir': { type: 'string', valueHint: 'folder', description: 'Data folder; wins over DATA_DIR.' },
  url: { type: 'string', valueHint: 'url', description: 'Server to ask; wins over TOOLCRIB_URL.' },
  key: { type: 'string', valueHint: 'key', description: 'Key to ask it with; better given as TOOLCRIB_KEY.' },
} as const satisfies ArgsDef;

export const TENANT_FLAG = {
  tenant: {
    type: 'string',
    valueHint: 'slug',
    description: 'The tenant. Default: the only one, or demo.',
  },
} as const satisfies ArgsDef;

export const LIMIT_FLAG = {
  limit: { type: 'string', valueHint: 'rows', description: 'At most so many rows. Default: all.' },
} as const satisfies ArgsDef;

type Spec<Flags extends ArgsDef> = {
  name: string;
  description: string;
  flags?: Flags;
  /** How fields of the API are called on the command line, where the name differs. */
  fields?: Record<string, string>;
  run(given: Given<Flags>, tools: Tools): Promise<Output>;
};

/** Flags that stand for settings of the environment, and win over them. */
const SETTINGS = { 'data-dir': 'DATA_DIR', url: 'TOOLCRIB_URL', key: 'TOOLCRIB_KEY' } as const;

function settingsIn(given: Given<typeof COMMON_FLAGS>): Record<string, string> {
  if (given.url !== undefined && !/^https?:$/.test(URL.parse(given.url)?.protocol ?? '')) {
    throw new UsageFailure('--url must be an address such as https://crib.example.com.', 'url');
  }
  const entries = Object.entries(SETTINGS).map(([flag, setting]) => [setting, given[flag as keyof typeof SETTINGS]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export type OpenTools = (settings: Record<string, string>) => Tools;
export type Leaf = CommandDef & { args: ArgsDef; fields: Record<string, string> };

export function command<const Flags extends ArgsDef>(spec: Spec<Flags>): Leaf {
  const args = { ...spec.flags, ...COMMON_FLAGS } as ArgsDef;
  const leaf = defineCommand({
    meta: { name: spec.name, description: spec.description },
    args,
    run({ args: parsed, data }) {
      const given = parsed as unknown as Given<Flags> & Given<typeof COMMON_FLAGS>;
      return spec.run(given, (data as OpenTools)(settingsIn(given)));
    },
  });
  return { ...leaf, args, fields: spec.fields ?? {} };
}

export function isLeaf(command: CommandDef): command is Leaf {
  return 'fields' in command;
}

export function family(name: string, description: string, leaves: Record<string, Leaf>): CommandDef {
  return defineCommand({ meta: { name, description }, subCommands: leaves });
}

/** The flag that a field of the API came from; null when the command has none for it. */
export function flagOf(path: string[], command: CommandDef): string | null {
  const [field = ''] = path;
  if (!isLeaf(command)) return null;
  const flag = command.fields[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const known = command.args[flag];
  return known && known.type !== 'positional' ? `--${flag}` : null;
}
