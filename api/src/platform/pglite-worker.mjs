// PGlite is synchronous WebAssembly: on the main thread one slow query would stop the whole server. It lives here.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const { folder, snapshot } = workerData;
const loadDataDir = snapshot && new Blob([readFileSync(snapshot)]);
const engine = await PGlite.create(folder ?? undefined, { loadDataDir });
parentPort.postMessage({ id: 0 });

parentPort.on('message', async ({ id, bytes }) => {
  try {
    if (bytes === null) {
      await engine.close();
      parentPort.postMessage({ id, answer: new Uint8Array() });
      return;
    }
    const answer = new Uint8Array(await engine.execProtocolRaw(bytes));
    parentPort.postMessage({ id, answer }, [answer.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error?.message ?? error) });
  }
});
