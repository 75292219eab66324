import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type PoolCallback = Parameters<pg.Pool['connect']>[0];
type Checkout = Parameters<PoolCallback>;
/** The list of waiting connections inside pg-pool, last one first out. Reordering it is a matter of speed only. */
type IdleList = { _idle?: { client: pg.PoolClient }[] };

const tenantStorage = new AsyncLocalStorage<string>();
const NO_TENANT = '';
const SET_TENANT = "SELECT set_config('toolcrib.tenant', $1, false)";

/** Runs `fn` with this tenant in force for every connection that it, or anything it awaits, takes from the serving pool. */
export function withTenant<T>(tenantId: string, fn: () => T | PromiseLike<T>): Promise<T> {
  // Prisma's promises begin to work when awaited, so they must be awaited in here.
  return tenantStorage.run(tenantId, async () => await fn());
}

export function tenantInForce(): string | undefined {
  return tenantStorage.getStore();
}

/**
 * A pool whose connections carry the tenant in force at checkout, and nobody else's.
 * The setting lasts for the session and each connection remembers it, so a read costs neither a transaction nor,
 * while the tenant stays the same, a round trip.
 */
export class TenantPool extends pg.Pool {
  readonly #carried = new WeakMap<object, string>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    const tenant = tenantInForce() ?? NO_TENANT;
    if (callback) {
      this.#checkout(tenant, callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#checkout(tenant, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #checkout(tenant: string, callback: PoolCallback): void {
    // pg-pool picks a connection on the next tick; this must run just before that.
    process.nextTick(() => this.#preferConnectionOf(tenant));
    super.connect((...[error, client, release]: Checkout) => {
      if (!client) return callback(error, undefined, release);
      discardUnlessIdle(client);
      if ((this.#carried.get(client) ?? NO_TENANT) === tenant) return callback(undefined, client, client.release);
      this.#carried.delete(client);
      client.query(SET_TENANT, [tenant], (failure) => {
        if (failure) {
          client.release(failure);
          return callback(failure, undefined, () => {});
        }
        this.#carried.set(client, tenant);
        callback(undefined, client, client.release);
      });
    });
  }

  #preferConnectionOf(tenant: string): void {
    const idle = (this as unknown as IdleList)._idle;
    const index = idle?.findLastIndex(({ client }) => (this.#carried.get(client) ?? NO_TENANT) === tenant) ?? -1;
    if (idle && index >= 0) idle.push(...idle.splice(index, 1));
  }
}

/** A connection given back inside a transaction is closed: a later rollback would bring back the tenant before. */
function discardUnlessIdle(client: pg.PoolClient): void {
  const release = client.release;
  client.release = (error) => release(error ?? client.getTransactionStatus() !== 'I');
}
