import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeOf } from './command.mjs';
import { commandFile, inRoot, root } from './paths.mjs';
import { runStep, stamps } from './prepare.mjs';
import { typeScriptEnvironment } from './runtime.mjs';
import { noteStopping } from './servers.mjs';
import { filesBelow, fingerprint } from './stamps.mjs';
import { databaseClient, queryTypes } from './steps.mjs';
import { onStopRequest } from './stop-request.mjs';

const lookEveryMilliseconds = 1000;

const printedSchema = {
  name: 'printed-schema',
  title: 'Print api/schema.graphql',
  advice: 'Fix the file named above in api/src; the schema is printed again when it changes.',
  outputs: ['api/schema.graphql'],
  fingerprint() {
    const sources = filesBelow(root, 'api/src').filter((file) =>
      /\.graphql\.ts$|^api\/src\/(graphql\/|schema\.ts)/.test(file),
    );
    return fingerprint(root, sources, databaseClient.fingerprint());
  },
  runsOurTypeScript: true,
  args: () => ['api/src/print-schema.ts'],
};

/** The API restarts and the pages reload on change; models, schema and query types are generated again on change. */
export async function develop(runtime, args) {
  const env = {
    API_PORT: process.env.PORT ?? '4000',
    ...typeScriptEnvironment(runtime),
    NODE_ENV: process.env.NODE_ENV ?? 'development',
  };
  const api = ['--watch', '--watch-preserve-output', 'api/src/main.ts', ...args];
  const vite = [
    commandFile('vite', { from: 'web' }),
    '--port',
    process.env.WEB_PORT ?? '5173',
    '--clearScreen',
    'false',
  ];
  const children = [
    spawn(runtime.node, api, { cwd: root, env, stdio: 'inherit' }),
    spawn(runtime.node, vite, { cwd: inRoot('web'), env, stdio: ['ignore', 'inherit', 'inherit'] }),
  ];
  const ends = children.map(
    (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)))),
  );

  let stopping = false;
  const stop = () => {
    stopping = true;
    for (const child of children) {
      child.kill('SIGTERM');
    }
  };
  const forget = onStopRequest(() => {
    noteStopping();
    stop();
  });
  const generating = generateOnChange(runtime, () => stopping);

  const firstCode = await Promise.race(ends);
  const asked = stopping;
  stop();
  await Promise.all([...ends, generating]);
  forget();
  return asked ? 0 : firstCode;
}

/** Looks at contents instead of listening to the file system, which stays silent in many containers and mounts. */
async function generateOnChange(runtime, isStopping) {
  const steps = [databaseClient, printedSchema, queryTypes].filter(
    (step) => step !== printedSchema || existsSync(inRoot('api/src/print-schema.ts')),
  );
  const failedOn = new Map();
  while (!isStopping()) {
    for (const step of steps) {
      if (!stamps.isFresh(step) && failedOn.get(step) !== step.fingerprint()) {
        failedOn.set(step, step.fingerprint());
        // No moving line here, it would tear the output of the servers.
        await runStep(runtime, step, { isLive: false }).catch((failure) => console.error(failure.message));
      }
    }
    await sleep(lookEveryMilliseconds);
  }
}
