import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';
import { onStopRequest } from './stop-request.mjs';

export const isWindows = process.platform === 'win32';

export function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 1);
}

/** Runs a command in the background of ours and gathers what it prints. Stopping us stops its whole group. */
export function captureCommand(command, args, { onLine = () => {}, ...options } = {}) {
  return new Promise((resolve) => {
    // Its own group, since some tools start others and do not pass signals on.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !isWindows,
      ...options,
    });
    const forget = onStopRequest((signal) => {
      stopGroup(child);
      process.stderr.write(process.stderr.isTTY ? '\n' : '');
      process.exit(exitCodeOf(null, signal));
    });

    let output = '';
    const gather = (chunk) => {
      output += chunk;
      onLine(output.slice(output.trimEnd().lastIndexOf('\n') + 1));
    };
    child.stdout.setEncoding('utf8').on('data', gather);
    child.stderr.setEncoding('utf8').on('data', gather);

    child.on('error', (error) => {
      forget();
      resolve({ code: 127, output: `${output}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      forget();
      resolve({ code: exitCodeOf(code, signal), output: signal ? `${output}Ended by ${signal}.\n` : output });
    });
  });
}

function stopGroup(child) {
  try {
    process.kill(isWindows ? child.pid : -child.pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}

/** Hands the terminal to a command and passes every wish to stop on to it. Answers its exit code. */
export function runForeground(command, args, { onStop = () => {}, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forget = onStopRequest((signal) => {
      onStop();
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
    child.on('error', (error) => {
      forget();
      console.error(`Could not run ${command}: ${error.message}`);
      resolve(127);
    });
    child.on('exit', (code, signal) => {
      forget();
      resolve(exitCodeOf(code, signal));
    });
  });
}
