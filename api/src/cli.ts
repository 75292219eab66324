import { loadEnv } from '#platform/env.ts';
import { runCli } from './cli/run-cli.ts';
import { openTerminal } from './cli/terminal.ts';

// Not process.exit: it would cut off what a pipe has not taken yet.
process.exitCode = await runCli(process.argv.slice(2), { terminal: openTerminal(), loadEnv });
