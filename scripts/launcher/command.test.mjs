import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { captureCommand, runForeground } from './command.mjs';
import { inRoot } from './paths.mjs';

const node = process.execPath;

describe('a captured command', () => {
  it('answers its code and all that it printed', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3;';
    const { code, output } = await captureCommand(node, ['-e', script]);
    expect(code).toBe(3);
    expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
  });

  it('says so when it cannot be started or was killed', async () => {
    expect(await captureCommand('no-such-program', [])).toMatchObject({
      code: 127,
      output: expect.stringContaining('ENOENT'),
    });
    const killed = await captureCommand(node, ['-e', 'process.kill(process.pid, "SIGKILL")']);
    expect(killed).toEqual({ code: 137, output: 'Ended by SIGKILL.\n' });
  });
});

it('a foreground command passes its exit code on', async () => {
  expect(await runForeground(node, ['-e', 'process.exit(7)'])).toBe(7);
});

describe.skipIf(process.platform === 'win32')('a server below npm', () => {
  const server = `
    process.on('SIGTERM', () => { console.log('stopped cleanly'); process.exit(0); });
    setInterval(() => {}, 1000);
    console.log('ready');
  `;
  const launcher = `
    const { runForeground } = await import(${JSON.stringify(pathToFileURL(inRoot('scripts/launcher/command.mjs')).href)});
    process.exitCode = await runForeground(process.execPath, ['-e', ${JSON.stringify(server)}]);
  `;

  async function startAndStop(command, args) {
    const parent = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, LAUNCHER: launcher },
    });
    let output = '';
    parent.stdout.setEncoding('utf8');
    for await (const chunk of parent.stdout) {
      output += chunk;
      if (output.trim() === 'ready') {
        parent.kill('SIGTERM');
      }
    }
    const [code, signal] =
      parent.exitCode === null && parent.signalCode === null
        ? await once(parent, 'exit')
        : [parent.exitCode, parent.signalCode];
    return { output, end: signal ?? code };
  }

  it('stops cleanly on SIGTERM and its exit code reaches the caller', async () => {
    const result = await startAndStop(node, ['--input-type=module', '-e', launcher]);
    expect(result).toEqual({ output: 'ready\nstopped cleanly\n', end: 0 });
  });

  it('stops cleanly when only the shell above it is killed, as npm does', async () => {
    const result = await startAndStop('sh', ['-c', `"${node}" --input-type=module -e "$LAUNCHER"; exit $?`]);
    expect(result).toEqual({ output: 'ready\nstopped cleanly\n', end: 'SIGTERM' });
  });
});
