import path from 'node:path';
import { loadEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { announce } from './announce.ts';
import { openApp } from './app.ts';
import { seedDemo } from './demo.ts';
import { openOperatorKey, publishAddress } from './operator.ts';
import { failStart, stopOnSignal } from './process.ts';
import { startServer } from './server/http.ts';

const WEB = path.resolve(import.meta.dirname, '../../web/dist');

try {
  const env = loadEnv();
  const log = createLog(env.LOG_LEVEL);
  const isWorker = process.argv.includes('--worker');
  const works = isWorker || env.WORKER === 'inside';
  const operatorKey = openOperatorKey(env.DATA_DIR);
  const app = await openApp({ env, log, works, operatorKey, onStep: announce });
  const seeded = env.production ? undefined : await seedDemo(app);
  if (works) await app.queue.start();
  const server = isWorker ? undefined : await startServer(app, WEB);
  const withdraw = server && publishAddress(env.DATA_DIR, server.url);
  stopOnSignal(log, async () => {
    withdraw?.();
    await server?.stop();
    await app.close();
  });
  announce(server ? `ready on ${app.baseUrl()}` : 'worker is ready');
  if (seeded && server) announce(`sign in: ${await seeded.signInLink()}`);
} catch (error) {
  failStart(error);
}
