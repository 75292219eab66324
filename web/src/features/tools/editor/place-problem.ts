import type { FieldProblem } from '#lib/describe-error.ts';
import type { PlacedProblem } from '#ui/schema-form/form-path.ts';
import { marksOf } from '../schema-editor/sensitive-marks.ts';
import { type Pair, type SpecKind, splitKind } from './execution-values.ts';
import type { ToolValues } from './tool-values.ts';

/** An input, and the part of the path that leads on inside of it. */
type Place = { name: string; rest: string[] };

const WORDS = new Set([
  'slug',
  'name',
  'description',
  'category',
  'icon',
  'requiredPermission',
  'enabled',
  'permissionPolicy',
  'executionType',
  'visibility',
  'outputSchema',
]);

/** The row with this name; the whole list if there is none. */
function placeInPairs(list: string, pairs: readonly Pair[], [name, ...rest]: string[]): Place {
  const index = pairs.findIndex((pair) => pair.name.trim() === name);
  return index < 0
    ? { name: list, rest: name === undefined ? [] : [name, ...rest] }
    : { name: `${list}.${index}`, rest };
}

/** `0 label` is the label of the first entry. */
function placeInEntries(list: string, count: number, [index, word, ...rest]: string[]): Place {
  if (index === undefined || !(Number(index) < count)) return { name: list, rest: [] };
  return word === undefined ? { name: `${list}.${index}`, rest } : { name: `${list}.${index}.${word}`, rest };
}

function placeInSteps(values: ToolValues, path: string[]): Place {
  const { steps } = values.execution.composition;
  const [index = '', word, ...rest] = path;
  const step = steps[Number(index)];
  if (step && word === 'inputMap') {
    return placeInPairs(`execution.composition.steps.${index}.inputs`, step.inputs, rest);
  }
  return placeInEntries('execution.composition.steps', steps.length, path);
}

function placeInSpec(values: ToolValues, [word, ...rest]: string[]): Place {
  const { kind } = splitKind(values.kind);
  const { execution } = values;
  const at = (name: string) => `execution.${kind}.${name}`;
  if (word === undefined || word === 'kind' || word === 'mode') return { name: 'kind', rest: [] };
  if (word === 'steps') return placeInSteps(values, rest);
  if (word === 'headers' && (kind === 'http' || kind === 'webhook')) {
    return placeInPairs(at('headers'), execution[kind].headers, rest);
  }
  if (word === 'output' && kind === 'composition') {
    return placeInPairs(at('output'), execution.composition.output, rest);
  }
  if (word === 'display' && kind === 'client') return { name: at('customUI'), rest: [] };
  return knows(values, kind, word) ? { name: at(word), rest } : { name: 'kind', rest: [word, ...rest] };
}

const knows = (values: ToolValues, kind: SpecKind, word: string) => word in values.execution[kind];

function findPlace(values: ToolValues, [word, ...rest]: string[]): Place | undefined {
  if (word === undefined) return undefined;
  if (WORDS.has(word)) return { name: word, rest };
  switch (word) {
    case 'input':
      return findPlace(values, rest);
    case 'fields':
    case 'inputSchema':
      // The field editor shows each of them at its field.
      return { name: 'fields', rest: [] };
    case 'display':
      return { name: 'customUI', rest: [] };
    case 'sensitiveFields': {
      const isInput = rest[0] !== undefined && Number(rest[0]) < marksOf(values.fields).length;
      return { name: isInput ? 'fields' : 'sensitiveOutputs', rest: [] };
    }
    case 'denyOptions':
    case 'outputSections':
    case 'inputExamples':
      return placeInEntries(word, values[word].length, rest);
    case 'executionSpec':
      return placeInSpec(values, rest);
    default:
      return undefined;
  }
}

/** The input that shows what the server says, or nothing when no input does. */
export function placeProblem(values: ToolValues, { path, message }: FieldProblem): PlacedProblem | undefined {
  const place = findPlace(values, path.map(String));
  if (!place) return undefined;
  return { name: place.name, message: place.rest.length === 0 ? message : `${place.rest.join(' → ')}: ${message}` };
}
