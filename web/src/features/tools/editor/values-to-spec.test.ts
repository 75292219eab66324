import { describe, expect, it } from 'vitest';
import { specToValues } from './spec-to-values.ts';
import { valuesToSpec } from './values-to-spec.ts';

const specs: Record<string, unknown>[] = [
  { kind: 'static', output: { status: 'ok', list: [1, null] } },
  { kind: 'static', output: null },
  { kind: 'http', method: 'GET', url: 'https://api.example.com/{{input.id}}' },
  { kind: 'http', method: 'POST', url: 'https://a.test', headers: { 'X-A': '5' }, body: 'plain', timeout: 500 },
  { kind: 'http', method: 'PUT', url: 'https://a.test', body: { city: '{{input.city}}', days: 3 } },
  { kind: 'webhook', method: 'POST', webhookUrl: 'https://a.test', headers: { A: 'b' }, timeout: 30_000 },
  { kind: 'compute', operation: 'evaluate', expression: '{{input.a}} + 1' },
  {
    kind: 'composition',
    steps: [
      { id: 'one', toolSlug: 'a', inputMap: { text: '5', number: 5, off: false, deep: { list: ['{{input.a}}'] } } },
      { id: 'two', toolSlug: 'b', inputMap: {} },
    ],
    output: { sum: '{{steps.one.output.sum}}', fixed: 7 },
  },
  { kind: 'prompt', mode: 'direct', prompt_template: 'Hello {{input.name}}', model: 'small' },
  { kind: 'prompt', mode: 'skill', skill: 'poems', agentSlug: 'poet' },
  { kind: 'prompt', mode: 'agent', agentSlug: 'poet', prompt_template: 'Go' },
  { kind: 'task', title: 'Call {{input.name}}', description: 'Soon', assignee: 'ada', wait: true },
  { kind: 'subAgent', agentConfig: { model: 'small', tools: ['a'] }, includeContext: true, timeout: 60_000 },
  { kind: 'image', provider: 'dall-e', model: 'dall-e-3', size: '1024x1024' },
  { kind: 'client', display: { customUI: 'confirmAction' } },
];

describe('a spec in the editor', () => {
  it.each(specs)('comes out as it went in: $kind $mode', (spec) => {
    const { kind, execution } = specToValues(spec);
    expect(valuesToSpec(kind, execution)).toEqual(spec);
  });

  it('leaves out what was left empty', () => {
    const { kind, execution } = specToValues({ kind: 'http', method: 'GET', url: ' https://a.test ' });
    const headers = [{ name: '', value: '' }];
    expect(valuesToSpec(kind, { ...execution, http: { ...execution.http, headers } })).toEqual({
      kind: 'http',
      method: 'GET',
      url: 'https://a.test',
    });
  });
});
