import type { PlacedProblem } from '#ui/schema-form/form-path.ts';

export const SECTIONS = ['Identity', 'Visibility', 'Schema', 'Execution'] as const;
export type Section = (typeof SECTIONS)[number];

/** In the order of the page. */
const places: Record<string, [section: Section, label: string]> = {
  name: ['Identity', 'Name'],
  slug: ['Identity', 'Slug'],
  description: ['Identity', 'Description'],
  category: ['Identity', 'Category'],
  icon: ['Identity', 'Icon'],
  requiredPermission: ['Identity', 'Required permission'],
  enabled: ['Visibility', 'Switched on'],
  permissionPolicy: ['Visibility', 'Calls by machines'],
  denyOptions: ['Visibility', 'Deny option'],
  executionType: ['Visibility', 'Where it works'],
  visibility: ['Visibility', 'What a space shows'],
  customUI: ['Visibility', 'Component'],
  fields: ['Schema', 'Input fields'],
  outputSchema: ['Schema', 'Output schema'],
  sensitiveOutputs: ['Schema', 'Sensitive outputs'],
  outputSections: ['Schema', 'Output section'],
  inputExamples: ['Schema', 'Example'],
  kind: ['Execution', 'Kind'],
  execution: ['Execution', 'Execution'],
};

const words: Record<string, string> = {
  key: 'property',
  label: 'label',
  type: 'shown as',
  config: 'settings',
  input: 'input',
  reason: 'reason',
  url: 'Address',
  webhookUrl: 'Address',
  method: 'Method',
  timeout: 'Time limit',
  headers: 'Header',
  body: 'Body',
  output: 'Output',
  expression: 'Expression',
  steps: 'Step',
  id: 'id',
  toolSlug: 'tool',
  inputs: 'input',
  prompt_template: 'Prompt',
  model: 'Model',
  skill: 'Skill',
  agentSlug: 'Agent',
  title: 'Title',
  description: 'Description',
  assignee: 'Assignee',
  agentConfig: 'Agent configuration',
  provider: 'Provider',
  size: 'Size',
  quality: 'Quality',
  customUI: 'Component',
  name: 'name',
};

export function sectionOf(name: string): Section {
  return places[name.split('.')[0] ?? '']?.[0] ?? 'Execution';
}

/** `execution.composition.steps.0.toolSlug` is "Step 1, tool" for a person. */
export function labelOf(name: string): string {
  const [head = '', ...rest] = name.split('.');
  const [first, ...inner] = head === 'execution' ? rest.slice(1) : [head, ...rest];
  const start = head === 'execution' ? words[first ?? ''] : places[head]?.[1];
  return inner.reduce(
    (label, step) => (/^\d+$/.test(step) ? `${label} ${Number(step) + 1}` : `${label}, ${words[step] ?? step}`),
    start ?? name,
  );
}

function walk(errors: unknown, name: string): PlacedProblem[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message } = errors as { message?: unknown };
  const own = typeof message === 'string' ? [{ name, message }] : [];
  const inside = Object.entries(errors).filter(([key]) => key !== 'ref' && !(own.length > 0 && key === 'type'));
  return [...own, ...inside.flatMap(([key, error]) => walk(error, name === '' ? key : `${name}.${key}`))];
}

/** What the form library knows to be wrong, from the top of the page down. */
export function listErrors(errors: unknown): PlacedProblem[] {
  const order = Object.keys(places);
  const rank = ({ name }: PlacedProblem) => order.indexOf(name.split('.')[0] ?? '');
  return walk(errors, '').sort((a, b) => rank(a) - rank(b));
}
