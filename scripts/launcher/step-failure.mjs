/** A failure whose message is meant for the reader of the terminal; shown without a stack. */
export class StepFailure extends Error {}
