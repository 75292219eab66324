import type { ToolPromise } from '#toolkit/publish-listener.ts';
import { compareInputs, EACH, type InputLoss } from './tool-loss-inputs.ts';
import { compareOutputs, type OutputLoss } from './tool-loss-outputs.ts';

export type Loss = { inputs: readonly InputLoss[]; outputs: readonly OutputLoss[] };

/** What a change takes away from those who use the tool, as deep as its schemas go. */
export function findLoss(before: ToolPromise, after: ToolPromise): Loss {
  return {
    inputs: compareInputs(before.fields, after.fields),
    outputs: compareOutputs(before.outputSchema, after.outputSchema),
  };
}

const isEntry = (each: string, step: string) => each === EACH && /^\d+$/.test(step);
const isSameStep = (a: string, b: string) => a === b || isEntry(a, b) || isEntry(b, a);

/** Whether one of two ways leads through the other: who reads a whole reads its parts. */
export function overlap(lost: readonly string[], read: readonly string[]): boolean {
  const [shorter, longer] = lost.length < read.length ? [lost, read] : [read, lost];
  return shorter.every((step, at) => isSameStep(step, longer[at]!));
}
