import { findAddress } from '#operator.ts';

const PATIENCE_MS = 2_000;

export type RunningProcess = { url: string; pid: number };

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Asks one of the health doors; nothing when nobody answers there as we do. */
export async function askHealth(url: string, door: '/healthz' | '/readyz'): Promise<object | undefined> {
  try {
    const response = await fetch(`${url}${door}`, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = await response.json();
    return typeof answer === 'object' && answer && 'status' in answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** What a process said about itself in the data folder; it may have been killed since. */
export function findPublished(dataDir: string): RunningProcess | undefined {
  const address = findAddress(dataDir);
  return address && lives(address.pid) ? address : undefined;
}

/** The process that serves this data folder. Its key is sent only to an address whose process lives and answers. */
export async function findRunning(dataDir: string): Promise<RunningProcess | undefined> {
  const published = findPublished(dataDir);
  return published && (await askHealth(published.url, '/healthz')) ? published : undefined;
}
