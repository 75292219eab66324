import { isRecord } from '#ui/schema-form/field-definition.ts';
import type { PlacedProblem } from '#ui/schema-form/form-path.ts';
import { type ExecutionValues, type Pair, splitKind } from './execution-values.ts';
import { readJson } from './json-text.ts';
import type { ToolValues } from './tool-values.ts';

const NEEDED = {
  name: 'Give it a name.',
  slug: 'Give it a slug.',
  description: 'Say when to use it: people and models read this.',
  category: 'Give it a category.',
} as const;

function checkJson(name: string, text: string, kind: 'any' | 'object' = 'any'): PlacedProblem[] {
  const read = readJson(text);
  if ('problem' in read) return [{ name, message: read.problem }];
  return kind === 'object' && !isRecord(read.value) ? [{ name, message: 'Write a JSON object: { … }.' }] : [];
}

/** A map holds each name once, and none without a name. */
function checkPairs(path: string, pairs: readonly Pair[], ignoreCase = false): PlacedProblem[] {
  const fold = (name: string) => (ignoreCase ? name.trim().toLowerCase() : name.trim());
  const names = pairs.map(({ name }) => fold(name));
  return names.flatMap((name, index) => {
    const place = `${path}.${index}.name`;
    const isEmpty = pairs[index]?.value === '';
    if (name === '') return isEmpty ? [] : [{ name: place, message: 'Give it a name.' }];
    return names.indexOf(name) < index ? [{ name: place, message: `${pairs[index]?.name} is there already.` }] : [];
  });
}

/** Whoever refuses a call chooses by the label. */
function checkDenyOptions(options: ToolValues['denyOptions']): PlacedProblem[] {
  const labels = options.map(({ label }) => label.trim());
  return labels.flatMap((label, index) => {
    const isAgain = label !== '' && labels.indexOf(label) < index;
    return isAgain ? [{ name: `denyOptions.${index}.label`, message: `${label} is there already.` }] : [];
  });
}

function checkExecution(chosen: string, all: ExecutionValues): PlacedProblem[] {
  const { kind } = splitKind(chosen);
  const at = (word: string) => `execution.${kind}.${word}`;
  switch (kind) {
    case 'static':
      return checkJson(at('output'), all.static.output);
    case 'http': {
      const { headers, bodyKind, body } = all.http;
      return [...checkPairs(at('headers'), headers, true), ...(bodyKind === 'json' ? checkJson(at('body'), body) : [])];
    }
    case 'webhook':
      return checkPairs(at('headers'), all.webhook.headers, true);
    case 'composition':
      return checkPairs(at('output'), all.composition.output);
    case 'subAgent':
      return checkJson(at('agentConfig'), all.subAgent.agentConfig, 'object');
    default:
      return [];
  }
}

/** Only what would get lost on the way to the server, or is empty. All else the server knows better. */
export function checkTool(values: ToolValues): PlacedProblem[] {
  const { outputSchema, outputSections, inputExamples } = values;
  const needed = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((word) => values[word].trim() === '');
  return [
    ...needed.map((name) => ({ name, message: NEEDED[name] })),
    ...checkDenyOptions(values.denyOptions),
    ...(outputSchema.trim() === '' ? [] : checkJson('outputSchema', outputSchema, 'object')),
    ...outputSections.flatMap(({ config }, index) =>
      config.trim() === '' ? [] : checkJson(`outputSections.${index}.config`, config, 'object'),
    ),
    ...inputExamples.flatMap(({ input }, index) => checkJson(`inputExamples.${index}.input`, input, 'object')),
    ...checkExecution(values.kind, values.execution),
  ];
}
