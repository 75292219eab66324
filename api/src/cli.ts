import { loadEnv } from '#platform/env.ts';
import { runCli } from './cli/run-cli.ts';
import { openTerminal } from './cli/terminal.ts';

const code = await runCli(process.argv.slice(2), { terminal: openTerminal(), loadEnv });
// What failed half-way may have left something open; but a pipe must have taken everything before we go.
process.stdout.write('', () => process.exit(code));
