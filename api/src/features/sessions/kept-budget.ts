type Keeper = { keptBytes(): number; letGo(): void };

/** Bounds what many keep together: beyond it, those that had no news for the longest time let go first. */
export function createKeptBudget(mostBytes: number) {
  const byAge = new Map<Keeper, number>();
  let total = 0;

  function forget(keeper: Keeper): void {
    total -= byAge.get(keeper) ?? 0;
    byAge.delete(keeper);
  }

  return {
    forget,
    /** Called after news of one. */
    note(keeper: Keeper): void {
      forget(keeper);
      const bytes = keeper.keptBytes();
      byAge.set(keeper, bytes);
      total += bytes;
      for (const oldest of byAge.keys()) {
        if (total <= mostBytes || oldest === keeper) break;
        oldest.letGo();
        forget(oldest);
      }
    },
  };
}
