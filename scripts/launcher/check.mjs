import { availableParallelism } from 'node:os';
import { captureCommand } from './command.mjs';
import { commandFile } from './paths.mjs';
import { typeScriptEnvironment } from './runtime.mjs';

const tsc = () => commandFile('typescript', { command: 'tsc' });
const biome = () => commandFile('@biomejs/biome', { command: 'biome' });

// The slow ones first, so that the quick ones fill the gaps.
const checks = () => [
  ['migrations fit the models', ['scripts/new-migration.ts', '--check']],
  ['schema.graphql fits the code', ['api/src/print-schema.ts', '--check']],
  ['types: api', [tsc(), '-p', 'api', '--noEmit']],
  ['types: web', [tsc(), '-p', 'web', '--noEmit']],
  ['types: scripts', [tsc(), '-p', '.', '--noEmit']],
  ['no dead code', [commandFile('knip'), '--no-progress', '--no-config-hints']],
  ['lint and format', [biome(), 'ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`]],
];

/** Runs every check, shows the output of those that fail, and closes with a table. */
export async function check(runtime, args) {
  if (args.includes('--fix')) {
    const fixed = await captureCommand(runtime.node, [biome(), 'check', '--write'], { env: runtime.env });
    console.log(fixed.output.trim());
  }

  const waiting = checks();
  const results = new Map(waiting.map(([name]) => [name, undefined]));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next;
      results.set(name, await runCheck(runtime, name, command));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, Math.max(2, availableParallelism())) }, worker));

  console.log(`\n${table(results)}`);
  const failed = [...results.values()].filter((result) => !result.ok).length;
  console.log(
    failed === 0
      ? '\nAll checks passed.'
      : `\n${failed} of ${results.size} checks failed; see above what each one says.`,
  );
  return failed === 0 ? 0 : 1;
}

async function runCheck(runtime, name, args) {
  const started = Date.now();
  const env = args[0].endsWith('.ts') ? typeScriptEnvironment(runtime) : runtime.env;
  const { code, output } = await captureCommand(runtime.node, args, { env });
  if (code !== 0) {
    console.log(`\n── ${name} ──\n${output.trim()}\n`);
  }
  return { ok: code === 0, seconds: (Date.now() - started) / 1000 };
}

export function table(results) {
  const width = Math.max(...[...results.keys()].map((name) => name.length));
  return [...results]
    .map(([name, { ok, seconds }]) => `${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s`)
    .join('\n');
}
