import { describe, expect, it } from 'vitest';
import { placeProblem } from './place-problem.ts';
import { labelOf } from './places.ts';
import { specToValues } from './spec-to-values.ts';
import { emptyTool, type ToolValues } from './tool-values.ts';

const http: ToolValues = {
  ...emptyTool,
  outputSections: [{ key: 'a', label: 'A', type: 'table', config: '' }],
  inputExamples: [{ label: 'One', input: '{}' }],
  denyOptions: [{ label: 'Not now', reason: 'Ask tomorrow.' }],
  fields: [{ name: 'pin', label: 'Pin', type: 'text', required: true, sensitive: true }],
  sensitiveOutputs: ['token'],
  ...specToValues({ kind: 'http', method: 'GET', url: 'https://a.test', headers: { A: '1', 'X-B': '2' }, body: {} }),
};
const chain = {
  ...emptyTool,
  ...specToValues({
    kind: 'composition',
    steps: [{ id: 'one', toolSlug: 'a', inputMap: { city: 'x', 'two words': 'y' } }],
    output: { sum: 1 },
  }),
};

describe('where the words of the server go', () => {
  it.each([
    ['slug', http, 'slug', 'Slug'],
    ['display.customUI', http, 'customUI', 'Component'],
    ['fields.0.name', http, 'fields', 'Input fields'],
    ['inputSchema.properties.a', http, 'fields', 'Input fields'],
    ['outputSections.0.key', http, 'outputSections.0.key', 'Output section 1, property'],
    ['inputExamples.0.label', http, 'inputExamples.0.label', 'Example 1, label'],
    ['denyOptions', http, 'denyOptions', 'Deny option'],
    ['denyOptions.0.reason', http, 'denyOptions.0.reason', 'Deny option 1, reason'],
    ['sensitiveFields', http, 'sensitiveOutputs', 'Sensitive outputs'],
    ['sensitiveFields.0', http, 'fields', 'Input fields'],
    ['sensitiveFields.1', http, 'sensitiveOutputs', 'Sensitive outputs'],
    ['executionSpec', http, 'kind', 'Kind'],
    ['executionSpec.kind', http, 'kind', 'Kind'],
    ['executionSpec.url', http, 'execution.http.url', 'Address'],
    ['executionSpec.headers.X-B', http, 'execution.http.headers.1', 'Header 2'],
    ['executionSpec.timeout', http, 'execution.http.timeout', 'Time limit'],
    ['executionSpec.steps', chain, 'execution.composition.steps', 'Step'],
    ['executionSpec.steps.0.toolSlug', chain, 'execution.composition.steps.0.toolSlug', 'Step 1, tool'],
    ['executionSpec.steps.0.id', chain, 'execution.composition.steps.0.id', 'Step 1, id'],
    ['executionSpec.steps.0.inputMap.two words', chain, 'execution.composition.steps.0.inputs.1', 'Step 1, input 2'],
    ['executionSpec.output.sum', chain, 'execution.composition.output.0', 'Output 1'],
  ])('%s', (path, values, name, label) => {
    expect(placeProblem(values, { path: path.split('.'), message: 'No.' })).toEqual({ name, message: 'No.' });
    expect(labelOf(name)).toBe(label);
  });

  it.each([
    [['executionSpec', 'body', 'city'], 'execution.http.body', 'city: No.'],
    [['outputSchema', 'properties', 'a', 'type'], 'outputSchema', 'properties → a → type: No.'],
    [['inputExamples', '0', 'input', 'city'], 'inputExamples.0.input', 'city: No.'],
  ])('says where inside of JSON: %j', (path, name, message) => {
    expect(placeProblem(http, { path, message: 'No.' })).toEqual({ name, message });
  });

  it('leaves to the page what no input is about', () => {
    expect(placeProblem(http, { path: ['version'], message: 'No.' })).toBeUndefined();
  });
});
