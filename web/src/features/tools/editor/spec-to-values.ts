import { isRecord } from '#ui/schema-form/field-definition.ts';
import { type ExecutionValues, emptyExecution, type Pair, type SpecKind, type StepValues } from './execution-values.ts';
import { toJsonText } from './json-text.ts';

type Spec = Record<string, unknown>;
type Reader<Kind extends SpecKind> = (spec: Spec) => Partial<ExecutionValues[Kind]>;

function toPairs(map: unknown): Pair[] {
  return isRecord(map) ? Object.entries(map).map(([name, value]) => ({ name, value })) : [];
}

function toStep(step: unknown): StepValues {
  const { id, toolSlug, inputMap } = step as { id: string; toolSlug: string; inputMap?: unknown };
  return { id, toolSlug, inputs: toPairs(inputMap) };
}

function toBody(body: unknown): Pick<ExecutionValues['http'], 'bodyKind' | 'body'> {
  if (body === undefined) return { bodyKind: 'none', body: '' };
  if (typeof body === 'string') return { bodyKind: 'text', body };
  return { bodyKind: 'json', body: JSON.stringify(body, null, 2) };
}

/** What of a spec the form keeps differently; all other words are taken as they are. */
const readers: { [Kind in SpecKind]?: Reader<Kind> } = {
  static: ({ output }) => ({ output: JSON.stringify(output ?? null, null, 2) }),
  http: ({ headers, body }) => ({ headers: toPairs(headers), ...toBody(body) }),
  webhook: ({ headers }) => ({ headers: toPairs(headers) }),
  composition: ({ steps, output }) => ({
    steps: Array.isArray(steps) ? steps.map(toStep) : [],
    output: toPairs(output),
  }),
  subAgent: ({ agentConfig }) => ({ agentConfig: toJsonText(agentConfig) }),
  client: ({ display }) => ({ customUI: isRecord(display) ? String(display.customUI) : '' }),
};

/** The kind that the form shows, and the values of all kinds. */
export function specToValues(spec: unknown): { kind: string; execution: ExecutionValues } {
  if (!isRecord(spec) || typeof spec.kind !== 'string' || !(spec.kind in emptyExecution)) {
    return { kind: 'http', execution: emptyExecution };
  }
  const kind = spec.kind as SpecKind;
  const empty = emptyExecution[kind];
  const given = Object.fromEntries(Object.entries(spec).filter(([word]) => word in empty));
  const values = { ...empty, ...given, ...readers[kind]?.(spec) };
  const mode = typeof spec.mode === 'string' ? `.${spec.mode}` : '';
  return { kind: `${kind}${mode}`, execution: { ...emptyExecution, [kind]: values } };
}
