import { isSchemaObject } from '#toolkit/json-schema.ts';
import type { Composition } from './execution-spec.ts';
import { referencesIn, textsIn } from './execution-spec-references.ts';
import { type Loss, overlap } from './tool-loss.ts';
import { EACH, type InputLoss } from './tool-loss-inputs.ts';

/** What is known of one place of a step's input before anything runs. */
type Given = { state: 'literal'; value: unknown } | { state: 'absent' | 'filled' | 'within' };

const isFilled = (value: unknown) => textsIn(value).some(({ text }) => text.includes('{{'));

/** All that a step gives at a place; `filled` comes when it runs, and `within` is a part of what comes then. */
function givenAt(value: unknown, [step, ...rest]: readonly string[]): Given[] {
  if (step === undefined) return [isFilled(value) ? { state: 'filled' } : { state: 'literal', value }];
  if (typeof value === 'string' && isFilled(value)) return [{ state: 'within' }];
  if (step === EACH) return Array.isArray(value) ? value.flatMap((entry) => givenAt(entry, rest)) : [];
  if (!isSchemaObject(value)) return [];
  const next = Object.hasOwn(value, step) ? value[step] : undefined;
  if (next !== undefined && next !== null) return givenAt(next, rest);
  return rest.length === 0 ? [{ state: 'absent' }] : [];
}

function breaks(given: Given, { kind, refuses }: InputLoss): boolean {
  if (given.state === 'literal') return refuses(given.value);
  if (kind === 'demanded') return given.state !== 'filled';
  return given.state !== 'absent';
}

/** Each step of a composition that calls the tool and would not work any more; without a loss the tool goes away. */
export function findBrokenSteps(spec: Composition, slug: string, loss: Loss | null): string[] {
  return spec.steps.flatMap((step) => {
    if (step.toolSlug !== slug) return [];
    if (!loss) return [`Step ${step.id} calls it.`];
    const reads = referencesIn(spec)
      .filter(({ steps }) => steps[0] === 'steps' && steps[1] === step.id && steps[2] === 'output')
      .map(({ steps }) => steps.slice(3));
    const broken = [
      ...loss.inputs.filter((lost) => givenAt(step.inputMap, lost.path).some((given) => breaks(given, lost))),
      ...loss.outputs.filter(({ path }) => reads.some((read) => overlap(path, read))),
    ];
    return broken.length === 0 ? [] : [`Step ${step.id}: ${broken.map(({ message }) => message).join(', ')}.`];
  });
}
