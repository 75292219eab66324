/** The kinds of execution spec that something here can run. Runners add theirs with the feature that brings them. */
export const RUNNABLE_KINDS: ReadonlySet<string> = new Set();
