import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { runForeground } from './command.mjs';
import { inRoot } from './paths.mjs';
import { isAlive } from './prepare-lock.mjs';
import { StepFailure } from './step-failure.mjs';

const stoppingFolder = inRoot('.cache/stopping');
const patienceMilliseconds = 15_000;

/** Runs a server of ours in the foreground and leaves a note while it stops. */
export function serve(runtime, args, env) {
  return runForeground(runtime.node, args, { env, onStop: noteStopping });
}

/** Tells whoever starts the next server that this one is still stopping. */
export function noteStopping() {
  const note = `${stoppingFolder}/${process.pid}`;
  if (existsSync(note)) {
    return;
  }
  mkdirSync(stoppingFolder, { recursive: true });
  writeFileSync(note, '');
  process.once('exit', () => rmSync(note, { force: true }));
}

/** `npm` returns from SIGTERM before the server it started has stopped; a start right after has to wait for it. */
export async function waitForStoppingServers() {
  const deadline = Date.now() + patienceMilliseconds;
  let told = false;
  while (stoppingServers().length > 0 && Date.now() < deadline) {
    if (!told) {
      told = true;
      console.error('Waiting for the previous server to stop…');
    }
    await sleep(100);
  }
}

function stoppingServers() {
  try {
    return readdirSync(stoppingFolder).filter((pid) => isAlive(Number(pid)));
  } catch {
    return [];
  }
}

/** Says at once, not after minutes of installing, that the port is taken. Other faults are the server's to name. */
export async function requireFreePort(port, host, command) {
  if (!/^[1-9]\d{0,4}$/.test(port)) {
    return;
  }
  const fault = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen({ port: Number(port), host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
  if (fault?.code === 'EADDRINUSE') {
    throw new StepFailure(
      `Port ${port} is in use by another program: stop it, or choose another port, as in "PORT=${Number(port) + 1} ${command}".`,
    );
  }
}
