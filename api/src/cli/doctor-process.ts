import { type Check, fail, ok, warn } from './doctor-check.ts';
import { askHealth } from './running-process.ts';

const PATIENCE_MS = 2_000;

export async function checkServer(url: string): Promise<Check> {
  if (!(await askHealth(url, '/healthz'))) {
    return fail('process', `${url} does not answer.`, 'Check the address, and that the server runs.');
  }
  const ready = (await askHealth(url, '/readyz')) as { problem?: string } | undefined;
  if (!ready) return fail('process', `${url} lives but cannot say whether it is ready.`, 'See its log.');
  if (ready.problem) return fail('process', `${url} is not ready: ${ready.problem}`, 'See its log.');
  return ok('process', `serves on ${url}`);
}

/** From the metrics of the process, since only it knows what it hears. */
export async function checkBellOf(url: string): Promise<Check> {
  const name = 'bell';
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const heard = /^toolcrib_bell_heard (\d)/m.exec(await response.text())?.[1];
    if (heard === '1') return ok(name, 'heard');
    if (heard === '0') {
      return fail(name, 'The process does not hear the others.', 'Check that REDIS_URL or PostgreSQL can be reached.');
    }
  } catch {
    // Metrics may be closed to this machine; that is no fault of the bell.
  }
  return warn(name, 'Unknown: the metrics cannot be read from here.', 'Ask on the machine of the server.');
}
