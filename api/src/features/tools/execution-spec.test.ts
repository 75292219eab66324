// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how tools name secrets
import { describe, expect, it } from 'vitest';
import { type ExecutionSpec, parseExecutionSpec, placeExecution } from './execution-spec.ts';
import { secretsOf } from './execution-spec-references.ts';

const URL = 'https://api.example.com';

describe('the shapes of the contract are taken as they are, with their defaults', () => {
  it.each<[object, object?]>([
    [{ kind: 'static', output: { status: 'ok' } }],
    [{ kind: 'static', output: null }],
    [{ kind: 'http', url: URL, method: 'POST', headers: { Accept: 'text/plain' }, body: { a: [1] }, timeout: 30_000 }],
    [{ kind: 'http', url: URL }, { method: 'GET' }],
    [{ kind: 'http', url: URL, method: 'POST', body: 'plain text' }],
    [{ kind: 'webhook', webhookUrl: URL }, { method: 'POST' }],
    [{ kind: 'webhook', webhookUrl: URL, method: 'PUT', headers: { 'X-Key': '${secret.k}' }, timeout: 100 }],
    [{ kind: 'compute', operation: 'evaluate', expression: '{{input.a}} + 1' }],
    [{ kind: 'composition', steps: [{ id: 'a', toolSlug: 'x:y', inputMap: { b: '{{input.b}}', c: 1 } }], output: {} }],
    [{ kind: 'prompt', mode: 'direct', prompt_template: 'Say {{input.word}}', model: 'small' }],
    [{ kind: 'prompt', mode: 'skill', skill: 'summarise', agentSlug: 'helper' }],
    [{ kind: 'prompt', mode: 'agent', agentSlug: 'helper' }],
    [{ kind: 'task', title: 'Look at {{input.what}}' }, { wait: false }],
    [{ kind: 'subAgent', agentConfig: { model: 'small' }, timeout: 60_000 }, { includeContext: false }],
    [{ kind: 'image', provider: 'dall-e', model: 'dall-e-3', size: '1024x1024', quality: 'hd' }],
    [{ kind: 'client', display: { customUI: 'confirmAction' } }],
  ])('%j', (given, defaults = {}) => {
    expect(parseExecutionSpec(given)).toEqual({ spec: { ...given, ...defaults } });
  });
});

describe('a wrong shape is refused where it is wrong', () => {
  it.each<[string, unknown, string]>([
    ['no object', 'http', 'executionSpec'],
    ['no kind', {}, 'executionSpec.kind'],
    ['an unknown kind', { kind: 'shell', command: 'ls' }, 'executionSpec.kind'],
    ['code, which no tenant can write', { kind: 'code' }, 'executionSpec.kind'],
    ['a word too many', { kind: 'static', output: 1, extra: 1 }, 'executionSpec.extra'],
    ['no output', { kind: 'static' }, 'executionSpec.output'],
    ['no address', { kind: 'http', url: ' ' }, 'executionSpec.url'],
    ['an unknown method', { kind: 'http', url: URL, method: 'TRACE' }, 'executionSpec.method'],
    ['a header that is none', { kind: 'http', url: URL, headers: { 'a b': '1' } }, 'executionSpec.headers.a b'],
    ['a header that is no text', { kind: 'http', url: URL, headers: { a: 1 } }, 'executionSpec.headers.a'],
    ['a timeout too short', { kind: 'http', url: URL, timeout: 1 }, 'executionSpec.timeout'],
    ['a timeout too long', { kind: 'webhook', webhookUrl: URL, timeout: 300_001 }, 'executionSpec.timeout'],
    ['no mode', { kind: 'prompt', prompt_template: 'x' }, 'executionSpec.mode'],
    ['direct without its template', { kind: 'prompt', mode: 'direct' }, 'executionSpec.prompt_template'],
    ['skill without a skill', { kind: 'prompt', mode: 'skill' }, 'executionSpec.skill'],
    ['agent without an agent', { kind: 'prompt', mode: 'agent' }, 'executionSpec.agentSlug'],
    ['no steps', { kind: 'composition', steps: [] }, 'executionSpec.steps'],
    [
      'too many steps',
      { kind: 'composition', steps: Array.from({ length: 21 }, (_, at) => ({ id: `s${at}`, toolSlug: 'x' })) },
      'executionSpec.steps',
    ],
    ['a step without a tool', { kind: 'composition', steps: [{ id: 'a' }] }, 'executionSpec.steps.0.toolSlug'],
    ['another operation', { kind: 'compute', operation: 'eval', expression: '1' }, 'executionSpec.operation'],
    ['too much of it', { kind: 'static', output: 'x'.repeat(200_001) }, 'executionSpec'],
  ])('%s', (_case, given, path) => {
    const parsed = parseExecutionSpec(given);
    const problems = 'problems' in parsed ? parsed.problems : [];
    expect(problems.map((problem) => problem.path.join('.'))).toEqual([path]);
    expect(problems[0]!.message).not.toMatch(/^Invalid input$/);
  });
});

it.each([
  [
    'an expression',
    { kind: 'compute', operation: 'evaluate', expression: '1'.repeat(4_001) },
    'At most 4,000 characters.',
  ],
  ['the name of a skill', { kind: 'prompt', mode: 'skill', skill: 'x'.repeat(201) }, 'At most 200 characters.'],
])('%s that is too long is called too long', (_case, given, message) => {
  expect(parseExecutionSpec(given)).toMatchObject({ problems: [{ message }] });
});

describe('where a tool runs and what is seen of it', () => {
  it.each([
    ['http', {}, 'gateway', 'visible'],
    ['prompt', {}, 'gateway', 'visible'],
    ['compute', { executionType: 'internal' }, 'internal', 'hidden'],
    ['webhook', {}, 'external', 'visible'],
    ['client', {}, 'space', 'visible'],
    ['static', {}, 'internal', 'hidden'],
    ['http', { visibility: 'result-only' }, 'gateway', 'result-only'],
    ['client', { visibility: 'result-only' }, 'space', 'result-only'],
  ] as const)('%s with %j is %s and %s', (kind, given, executionType, visibility) => {
    expect(placeExecution(kind, given)).toEqual({ executionType, visibility, problems: [] });
  });

  it.each([
    ['http', { executionType: 'internal', visibility: 'visible' }, 'visibility'],
    ['http', { executionType: 'internal', visibility: 'result-only' }, 'visibility'],
    ['static', { visibility: 'visible' }, 'visibility'],
    ['client', { visibility: 'hidden' }, 'visibility'],
    ['http', { executionType: 'external' }, 'executionType'],
    ['webhook', { executionType: 'gateway' }, 'executionType'],
    ['static', { executionType: 'gateway' }, 'executionType'],
    ['client', { executionType: 'gateway' }, 'executionType'],
  ] as const)('%s with %j is refused on %s', (kind, given, path) => {
    expect(placeExecution(kind, given).problems.map((problem) => problem.path)).toEqual([[path]]);
  });
});

it('finds the secrets that a tool needs, each once, written in either way', () => {
  const spec: ExecutionSpec = {
    kind: 'http',
    url: `${URL}/\${secret.Path_1}?q={{input.q}}`,
    method: 'POST',
    headers: { Authorization: 'Bearer ${env.TOKEN}', 'X-Again': '${secret.TOKEN}', 'X-None': '${other.X} ${secret.}' },
    body: { deep: [{ key: 'a${secret.Deep}b' }] },
  };
  expect(secretsOf(spec)).toEqual(['Deep', 'Path_1', 'TOKEN']);
  expect(secretsOf({ kind: 'static', output: '${secret.X}' })).toEqual([]);
});
