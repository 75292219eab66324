import path from 'node:path';
import { loadEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { announce } from './announce.ts';
import { openApp } from './app.ts';
import { seedDemo } from './demo.ts';
import { openOperatorKey, publishAddress } from './operator.ts';
import { failStart, logWarnings, stopOnSignal } from './process.ts';
import { startServer } from './server/http.ts';
import { listen } from './server/listen.ts';

const WEB = path.resolve(import.meta.dirname, '../../web/dist');

try {
  const env = loadEnv();
  const log = createLog(env.LOG_LEVEL);
  logWarnings(log);
  // Until it serves there is nothing to finish: a start may end at any point.
  let stop = async () => {};
  stopOnSignal(log, () => stop());

  const isWorker = process.argv.includes('--worker');
  const works = isWorker || env.WORKER === 'inside';
  const listener = isWorker ? undefined : await listen(env);
  const operatorKey = openOperatorKey(env.DATA_DIR);
  const app = await openApp({ env, log, works, operatorKey, onStep: announce });
  if (listener) app.listening(listener.url);
  const seeded = env.production ? undefined : await seedDemo(app);
  const signInLink = listener && (await seeded?.signInLink());
  await app.runs.start();
  if (works) await app.queue.start();
  const server = listener && (await startServer(app, WEB, listener));
  const withdraw = server && publishAddress(env.DATA_DIR, server.url);
  stop = async () => {
    withdraw?.();
    await server?.stop();
    await app.close();
  };
  announce(server ? `ready on ${app.baseUrl()}` : 'worker is ready');
  if (signInLink) announce(`sign in: ${signInLink}`);
} catch (error) {
  failStart(error);
}
