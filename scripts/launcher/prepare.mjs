import { mkdirSync, writeFileSync } from 'node:fs';
import { adviceFor, tailOf } from './advice.mjs';
import { captureCommand } from './command.mjs';
import { inRoot, root } from './paths.mjs';
import { withPrepareLock } from './prepare-lock.mjs';
import { startProgress } from './progress.mjs';
import { fetchRuntime, findRuntime, typeScriptEnvironment } from './runtime.mjs';
import { openStamps } from './stamps.mjs';
import { StepFailure } from './step-failure.mjs';
import { install } from './steps.mjs';

export const stamps = openStamps(root);

/** Brings the project to where the given steps are done, running only those whose inputs changed. */
export async function prepare(...steps) {
  const wanted = [install, ...steps];
  const found = findRuntime();
  if (found && wanted.every(stamps.isFresh)) {
    return found;
  }
  return withPrepareLock(async () => {
    const runtime = findRuntime() ?? (await fetchRuntime());
    for (const step of wanted) {
      if (!stamps.isFresh(step)) {
        await runStep(runtime, step);
      }
    }
    return runtime;
  });
}

/** Node and pnpm alone, for what must work before packages can be installed. */
export async function prepareRuntime() {
  return findRuntime() ?? withPrepareLock(async () => findRuntime() ?? fetchRuntime());
}

export async function runStep(runtime, step, progressOptions) {
  await stamps.renew(step, async () => {
    const progress = startProgress(step.title, progressOptions);
    const { code, output } = await captureCommand(runtime.node, step.args(runtime), {
      cwd: step.cwd ?? root,
      env: { ...(step.runsOurTypeScript ? typeScriptEnvironment(runtime) : runtime.env), ...step.env },
      onLine: progress.note,
    });
    const log = keepLog(step, output);
    if (code !== 0) {
      progress.fail();
      const advice = adviceFor(output, { usesRegistry: step.usesRegistry, otherwise: step.advice });
      throw new StepFailure(`${tailOf(output)}\n\n${advice}\nThe whole output is in ${log}.`);
    }
    step.finish?.();
    progress.succeed();
  });
}

function keepLog(step, output) {
  const log = `.cache/logs/${step.name}.log`;
  mkdirSync(inRoot('.cache/logs'), { recursive: true });
  writeFileSync(inRoot(log), output);
  return log;
}
