import { runCommand } from 'citty';
import type { Env } from '#platform/env.ts';
import { checkFlags } from './check-flags.ts';
import { flagOf, isLeaf, type OpenTools, type Output } from './command.ts';
import { type Found, findCommand, requireComplete, usageOf } from './command-tree.ts';
import { connect } from './connect.ts';
import { type Crib, createCrib } from './crib.ts';
import { type CliFailure, toFailure, UsageFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

export type Machine = {
  terminal: Terminal;
  loadEnv(given: Record<string, string>): Env;
};

async function run({ command, rest }: Found, json: boolean, { terminal, loadEnv }: Machine): Promise<Output> {
  if (isLeaf(command)) checkFlags(rest, command.args);
  let opening: Promise<Crib> | undefined;
  const openTools: OpenTools = (settings) => {
    let read: Env | undefined;
    const env = () => {
      read ??= loadEnv(settings);
      return read;
    };
    const crib = () => {
      opening ??= connect(env(), terminal).then(createCrib);
      return opening;
    };
    return { terminal, json, env, crib };
  };
  try {
    const { result } = await runCommand(command, { rawArgs: rest, data: openTools });
    return result as Output;
  } catch (error) {
    // citty does not export the class of its complaints about what is missing.
    const { name, message } = error as Error;
    throw name === 'CLIError' ? new UsageFailure(`${message}.`) : error;
  } finally {
    const crib = await opening?.catch(() => undefined);
    await crib?.close();
  }
}

function printFailure(failure: CliFailure, { command }: Found, json: boolean, { print, note }: Terminal): void {
  const fields = failure.fields.map((field) => ({ flag: flagOf(field.path, command), ...field }));
  if (json) {
    const { code, message } = failure;
    print(JSON.stringify({ error: { code, message, fields } }, null, 2));
    return;
  }
  const flags = failure instanceof UsageFailure ? [] : fields.filter(({ flag }) => flag !== null);
  note(flags.length > 0 ? flags.map(({ flag, message }) => `${flag}: ${message}`).join('\n') : failure.message);
}

/** Runs one line and answers with the exit code: 0 done, 1 failed, 2 not understood. */
export async function runCli(line: string[], machine: Machine): Promise<number> {
  const { terminal } = machine;
  const json = line.includes('--json');
  const found = findCommand(line);
  try {
    requireComplete(found);
    if (found.helps) {
      const usage = await usageOf(found, terminal.colours && !json);
      terminal.print(json ? JSON.stringify({ usage }) : usage);
      return 0;
    }
    const { data, text, note, exitCode = 0 } = await run(found, json, machine);
    terminal.print(json ? JSON.stringify(data, null, 2) : text);
    if (note && !json) terminal.note(note);
    return exitCode;
  } catch (error) {
    const failure = toFailure(error);
    printFailure(failure, found, json, terminal);
    if (failure instanceof UsageFailure && !json) terminal.note(`\n${await usageOf(found, false)}`);
    return failure.exitCode;
  }
}
