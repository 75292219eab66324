import type { ServerResponse } from 'node:http';
import type { App } from '#app.ts';

const TYPE = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** `/healthz`: the process lives. `/readyz`: it can serve. `/metrics`: what Prometheus reads. */
export function createHealthDoor(app: App) {
  return async function handle(res: ServerResponse, pathname: string): Promise<void> {
    if (pathname === '/healthz') {
      res.writeHead(200, TYPE);
      return void res.end('{"status":"alive"}');
    }
    if (pathname === '/metrics') {
      res.writeHead(200, { 'content-type': app.metrics.registry.contentType });
      return void res.end(await app.metrics.registry.metrics());
    }
    const problem = await app.findProblem();
    res.writeHead(problem ? 503 : 200, TYPE);
    res.end(JSON.stringify(problem ? { status: 'not ready', problem } : { status: 'ready' }));
  };
}
