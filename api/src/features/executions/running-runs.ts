import type { RunningRuns } from '#toolkit/run-engine.ts';

export function createRunningRuns(): RunningRuns {
  const controllers = new Map<string, AbortController>();
  return {
    enter: (runId, controller) => void controllers.set(runId, controller),
    leave: (runId) => void controllers.delete(runId),
    abort(runId, reason) {
      const controller = controllers.get(runId);
      controller?.abort(reason);
      return controller !== undefined;
    },
    ids: () => [...controllers.keys()],
  };
}
