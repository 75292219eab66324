export type RunErrorAdvice = { title: string; next: string };

/** What the reader can do after each way a run can end; the tool's own codes speak for themselves. */
const advice: Record<string, RunErrorAdvice> = {
  INVALID_INPUT: {
    title: 'The input does not fit',
    next: 'Nothing was run. Correct these values and run it again.',
  },
  TIMEOUT: {
    title: 'The tool took too long',
    next: 'Try again with less to do. If it keeps happening, ask an admin to raise the time limit of the tool.',
  },
  OUTCOME_UNKNOWN: {
    title: 'It is not known whether this was done',
    next: 'The run was interrupted. Look in the other system before you run it again, or it may happen twice.',
  },
  EGRESS_BLOCKED: {
    title: 'The address may not be called',
    next: 'Check the address the tool calls. If it is right, ask your operator to allow it.',
  },
  OUTPUT_TOO_LARGE: {
    title: 'The answer is too large',
    next: 'Ask for less: a shorter range, fewer rows or a filter.',
  },
  APPROVAL_DENIED: {
    title: 'An approver said no',
    next: 'Nothing was run. Read the reason, change the input, and ask again.',
  },
  APPROVAL_EXPIRED: {
    title: 'Nobody decided in time',
    next: 'Nothing was run. Run it again to ask once more, and tell an approver.',
  },
  NO_MODEL_CONFIGURED: {
    title: 'No model is set up',
    next: 'Ask an admin to set the key of a model provider in the secrets of this tenant, then run it again.',
  },
  NO_RUNNER: {
    title: 'This kind of tool cannot run here yet',
    next: 'Use another tool, or ask an admin to change how this one is carried out.',
  },
};

export function adviseOn(code: string): RunErrorAdvice | undefined {
  return Object.hasOwn(advice, code) ? advice[code] : undefined;
}
