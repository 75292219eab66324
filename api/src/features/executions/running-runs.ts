import type { RunningRuns } from '#toolkit/run-engine.ts';

export function createRunningRuns(): RunningRuns {
  const controllers = new Map<string, AbortController>();
  const writes = new Map<string, () => boolean>();
  const awaited = new Set<string>();
  return {
    enter(runId, controller, isAwaited, isWritten) {
      controllers.set(runId, controller);
      writes.set(runId, isWritten);
      if (isAwaited) awaited.add(runId);
    },
    leave(runId) {
      controllers.delete(runId);
      writes.delete(runId);
      awaited.delete(runId);
    },
    abort(runId, reason) {
      const controller = controllers.get(runId);
      controller?.abort(reason);
      return controller !== undefined;
    },
    ids: () => [...controllers.keys()],
    written: () => [...writes].flatMap(([runId, isWritten]) => (isWritten() ? [runId] : [])),
    awaited: () => awaited.size,
  };
}
