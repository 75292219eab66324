import { expect, it } from 'vitest';
import { stateOf } from './state-of.ts';

const runnable = new Set(['http', 'prompt.single']);
const off = { enabled: false };

it.each([
  ['on', { enabled: true, availability: { available: true } }, 'on'],
  ['on for readers who are not told of its availability', { enabled: true, availability: null }, 'on'],
  ['on but kept back by another gate', { enabled: true, availability: { available: false } }, 'blocked'],
  ['off, as code', { ...off, executionSpec: null }, 'off'],
  ['off, and its kind can be run', { ...off, executionSpec: { kind: 'http' } }, 'off'],
  ['off, and its kind runs in this mode', { ...off, executionSpec: { kind: 'prompt', mode: 'single' } }, 'off'],
  ['off, and its kind does not run in this mode', { ...off, executionSpec: { kind: 'prompt', mode: 'chat' } }, 'draft'],
  ['off, and nothing runs its kind', { ...off, executionSpec: { kind: 'agent', mode: 'single' } }, 'draft'],
])('a tool that is %s', (_name, tool, state) => {
  expect(stateOf(tool, runnable)).toBe(state);
});

it('is not called a draft before it is known what can be run', () => {
  expect(stateOf({ ...off, executionSpec: { kind: 'agent' } }, undefined)).toBe('off');
});
