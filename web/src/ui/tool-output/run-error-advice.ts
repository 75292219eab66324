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
  REQUEST_FAILED: {
    title: 'The other system could not be asked',
    next: 'Try again in a moment. If it keeps happening, check the address the tool calls and whether that system is up.',
  },
  HTTP_ERROR: {
    title: 'The other system refused',
    next: 'Read what it says: correct the input for a 400 or 404, the secret of the tool for a 401 or 403, and try a 429 or a 5xx again later.',
  },
  INVALID_RESPONSE: {
    title: 'The answer of the other system cannot be read',
    next: 'Check that the tool calls an address that answers with JSON or text, and change the tool if it does not.',
  },
  OUTPUT_TOO_LARGE: {
    title: 'The answer is too large',
    next: 'Ask for less: a shorter range, fewer rows or a filter.',
  },
  INVALID_OUTPUT: {
    title: 'The tool did not answer as it promises',
    next: 'See what it has done before you run it again, and ask whoever looks after the tool to mend its output.',
  },
  INVALID_EXPRESSION: {
    title: 'The expression cannot be worked out',
    next: 'Check the values you gave. If they are right, ask an admin to correct the expression of the tool.',
  },
  TOOL_FAILED: {
    title: 'The tool failed',
    next: 'Check the input, and whether a part was done, before you run it again. If it keeps happening, tell an admin the id of this run.',
  },
  MISCONFIGURED: {
    title: 'The tool is not set up completely',
    next: 'Ask an admin to put that right, then run it again.',
  },
  FORBIDDEN: {
    title: 'This is not allowed',
    next: 'Ask an admin of this tenant for the right, then run it again.',
  },
  UNAVAILABLE: {
    title: 'The service is busy or away',
    next: 'Try again in a moment. If it keeps happening, tell your operator.',
  },
  APPROVAL_DENIED: {
    title: 'An approver said no',
    next: 'Nothing was run. Read the reason, change the input, and ask again.',
  },
  APPROVAL_EXPIRED: {
    title: 'Nobody decided in time',
    next: 'Nothing was run. Run it again to ask once more, and tell an approver.',
  },
  APPROVAL_OUT_OF_SCOPE: {
    title: 'The approval does not cover this any more',
    next: 'Nothing was run. Run it again to ask for approval of the tool as it is now.',
  },
  NO_MODEL_CONFIGURED: {
    title: 'No model is set up',
    next: 'Models are set up by the operator, not in the secrets of this tenant. Once that is done, run it again.',
  },
  MODEL_ERROR: {
    title: 'The model gave no answer',
    next: 'Try again in a moment. If it keeps happening, choose another model for the tool, or tell your operator.',
  },
  NO_RUNNER: {
    title: 'This kind of tool cannot run here yet',
    next: 'Use another tool, or ask an admin to change how this one is carried out.',
  },
};

export function adviseOn(code: string): RunErrorAdvice | undefined {
  return Object.hasOwn(advice, code) ? advice[code] : undefined;
}
