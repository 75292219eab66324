/** A name and what it stands for: a text, or any JSON. */
export type Pair = { name: string; value: unknown };

export type StepValues = { id: string; toolSlug: string; inputs: Pair[] };

export type ExecutionValues = {
  static: { output: string };
  http: {
    method: string;
    url: string;
    headers: Pair[];
    bodyKind: 'none' | 'json' | 'text';
    body: string;
    timeout: number | '';
  };
  webhook: { method: string; webhookUrl: string; headers: Pair[]; timeout: number | '' };
  compute: { expression: string };
  composition: { steps: StepValues[]; output: Pair[] };
  prompt: { prompt_template: string; model: string; skill: string; agentSlug: string };
  task: { title: string; description: string; assignee: string; wait: boolean };
  subAgent: { agentConfig: string; includeContext: boolean; timeout: number | '' };
  image: { provider: string; model: string; size: string; quality: string };
  client: { customUI: string };
};

export type SpecKind = keyof ExecutionValues;

export const emptyExecution: ExecutionValues = {
  static: { output: '{}' },
  http: { method: 'GET', url: '', headers: [], bodyKind: 'none', body: '', timeout: '' },
  webhook: { method: 'POST', webhookUrl: '', headers: [], timeout: '' },
  compute: { expression: '' },
  composition: { steps: [], output: [] },
  prompt: { prompt_template: '', model: '', skill: '', agentSlug: '' },
  task: { title: '', description: '', assignee: '', wait: false },
  subAgent: { agentConfig: '{}', includeContext: false, timeout: '' },
  image: { provider: '', model: '', size: '', quality: '' },
  client: { customUI: '' },
};

/** `prompt.direct` is the kind prompt in the mode direct. */
export function splitKind(kind: string): { kind: SpecKind; mode: string | undefined } {
  const [name, mode] = kind.split('.');
  return { kind: name as SpecKind, mode };
}
