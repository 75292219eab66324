/** The only source of time for verbs and rules, so that tests can hold it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
