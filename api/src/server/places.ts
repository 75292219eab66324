import { principalOf, type Viewer } from '#access/viewer.ts';

/** Bounds how many lines one caller holds open at once, whichever door they came through. */
export function createPlaces(most: number) {
  const held = new Map<string, number>();

  return {
    /** Takes a place and answers how to give it back; nothing when the caller holds all of theirs. */
    take(viewer: Viewer): (() => void) | undefined {
      const caller = principalOf(viewer) ?? viewer.kind;
      const before = held.get(caller) ?? 0;
      if (before >= most) return undefined;
      held.set(caller, before + 1);
      return () => {
        const left = (held.get(caller) ?? 0) - 1;
        if (left > 0) held.set(caller, left);
        else held.delete(caller);
      };
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
