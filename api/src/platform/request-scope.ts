import { AsyncLocalStorage } from 'node:async_hooks';
import { newRequestId } from './ids.ts';

const storage = new AsyncLocalStorage<string>();

/** Everything `work` starts can name the request it belongs to; only error reports and logs need that. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return storage.run(requestId, work);
}

export function currentRequestId(): string {
  return storage.getStore() ?? newRequestId();
}
