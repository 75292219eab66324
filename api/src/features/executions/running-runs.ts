import type { RunningRuns } from '#toolkit/run-engine.ts';

export function createRunningRuns(): RunningRuns {
  const controllers = new Map<string, AbortController>();
  const awaited = new Set<string>();
  return {
    enter(runId, controller, isAwaited) {
      controllers.set(runId, controller);
      if (isAwaited) awaited.add(runId);
    },
    leave(runId) {
      controllers.delete(runId);
      awaited.delete(runId);
    },
    abort(runId, reason) {
      const controller = controllers.get(runId);
      controller?.abort(reason);
      return controller !== undefined;
    },
    ids: () => [...controllers.keys()],
    awaited: () => awaited.size,
  };
}
