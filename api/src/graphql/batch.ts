import type { Context } from '#access/context.ts';

type Batch<Key, Value> = { keys: Set<Key>; loaded: Promise<ReadonlyMap<Key, Value>> };

/** Answers many questions of one moment with one query, so that a list costs the same however many rows it has. */
export function batchBy<Key, Value>(
  load: (ctx: Context, keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (ctx: Context, key: Key) => Promise<Value | undefined> {
  const open = new WeakMap<Context, Batch<Key, Value>>();

  function begin(ctx: Context): Batch<Key, Value> {
    const keys = new Set<Key>();
    const loaded = new Promise<ReadonlyMap<Key, Value>>((resolve, reject) => {
      setImmediate(() => {
        open.delete(ctx);
        load(ctx, [...keys]).then(resolve, reject);
      });
    });
    const batch = { keys, loaded };
    open.set(ctx, batch);
    return batch;
  }

  return async (ctx, key) => {
    const batch = open.get(ctx) ?? begin(ctx);
    batch.keys.add(key);
    return (await batch.loaded).get(key);
  };
}

/** For what there may be several of. */
export function batchManyBy<Key, Value>(
  load: (ctx: Context, keys: Key[]) => Promise<readonly Value[]>,
  keyOf: (value: Value) => Key,
): (ctx: Context, key: Key) => Promise<Value[]> {
  const find = batchBy<Key, Value[]>(async (ctx, keys) => Map.groupBy(await load(ctx, keys), keyOf));
  return async (ctx, key) => (await find(ctx, key)) ?? [];
}
