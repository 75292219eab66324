import { parseArgs } from 'node:util';
import type { ArgsDef } from 'citty';
import { UsageFailure } from './failure.ts';

/** citty takes any flag and any number of words; a mistyped flag must not pass for one that was left out. */
export function checkFlags(words: string[], flags: ArgsDef): void {
  const named = Object.entries(flags).filter(([, { type }]) => type !== 'positional');
  const places = Object.keys(flags).length - named.length;
  const options = Object.fromEntries(
    named.map(([name, { type }]) => [name, { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens } = parseArgs({ args: words, options, strict: false, allowPositionals: true, tokens: true });
  let filled = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      filled += 1;
      if (filled > places) throw new UsageFailure(`"${token.value}" is one word too many.`);
    } else if (token.kind === 'option') {
      const flag = token.rawName;
      if (!flag.startsWith('--') || !Object.hasOwn(options, token.name)) {
        throw new UsageFailure(`There is no ${flag} here.`);
      }
      const isBoolean = options[token.name]!.type === 'boolean';
      if (isBoolean && token.value !== undefined) throw new UsageFailure(`${flag} takes no value.`, token.name);
      const hasValue = token.value && (token.inlineValue || !token.value.startsWith('--'));
      if (!isBoolean && !hasValue) throw new UsageFailure(`${flag} needs a value.`, token.name);
    }
  }
}
