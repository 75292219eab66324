import { once } from 'node:events';
import type { Database } from '#platform/database.ts';
import type { Env } from '#platform/env.ts';
import type { LiveOptions } from '#platform/live.ts';
import { type Check, fail, ok } from './doctor-check.ts';
import { toFailure } from './failure.ts';

const PATIENCE_MS = 3_000;
/** A tenant that nobody has, so that nobody but us listens. */
const NOBODY = 'doctor';
const silent = { info() {}, warn() {}, error() {} };

/** Rings from one end to another, as two processes would. */
export async function checkBellBetween(env: Env, database: Database): Promise<Check> {
  const name = 'bell';
  if (!env.REDIS_URL && database.kind === 'embedded') return ok(name, 'within one process');
  const { openLive } = await import('#platform/live.ts');
  const options: LiveOptions = env.REDIS_URL
    ? { kind: 'redis', url: env.REDIS_URL, log: silent }
    : { kind: 'postgres', database, log: silent };
  const way = env.REDIS_URL ? 'Redis' : 'PostgreSQL';
  try {
    const [near, far] = await Promise.all([openLive(options), openLive(options)]);
    const heard = new EventTarget();
    far.listen(({ tenantId }) => tenantId === NOBODY && heard.dispatchEvent(new Event('bell')));
    try {
      const bell = once(heard, 'bell', { signal: AbortSignal.timeout(PATIENCE_MS) });
      near.ring(NOBODY, 'Doctor', NOBODY);
      await bell;
    } finally {
      await Promise.all([near.close(), far.close()]);
    }
    return ok(name, `heard through ${way}`);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') return fail(name, toFailure(error).message);
    return fail(name, `Not heard through ${way}.`, 'Connect to it without a pooler in between.');
  }
}
