import { expect, it } from 'vitest';
import type { ModelSettings } from '#platform/env.ts';
import { chooseModel } from './model-providers.ts';

const openai = 'key';
const anthropic = 'key';
const compatible = { url: 'http://127.0.0.1:1/v1' };

it.each<[string, string | undefined, ModelSettings, string | undefined, string]>([
  ['the model that is named', 'anthropic/claude-x', { openai, anthropic }, undefined, 'anthropic/claude-x'],
  ['the longer name of a provider', 'openai-compatible/meta/llama', { compatible }, undefined, 'compatible/meta/llama'],
  [
    'the default of the operator',
    undefined,
    { openai, anthropic, fallback: 'anthropic/claude-y' },
    undefined,
    'anthropic/claude-y',
  ],
  ['the first provider there is', undefined, { anthropic, compatible }, undefined, 'anthropic/claude-haiku-4-5'],
  ['any model of a compatible service', undefined, { compatible }, undefined, 'compatible/default'],
  ['a model without its provider', 'gpt-x', { openai }, undefined, 'openai/gpt-x'],
  ['a model with a slash of its own', 'meta/llama', { compatible }, undefined, 'compatible/meta/llama'],
  [
    'a bare name at the default provider',
    'm',
    { openai, compatible, fallback: 'compatible/n' },
    undefined,
    'compatible/m',
  ],
  [
    'the provider that the caller has',
    undefined,
    { openai, anthropic, fallback: 'openai/x' },
    'anthropic',
    'anthropic/claude-haiku-4-5',
  ],
  ['another, if the provider of the caller is not there', undefined, { openai }, 'bedrock', 'openai/gpt-5-mini'],
])('chooses %s', (_case, written, settings, preferred, chosen) => {
  const { provider, model } = chooseModel(written, settings, preferred);
  expect(`${provider}/${model}`).toBe(chosen);
});

it.each<[string, string | undefined, ModelSettings, string]>([
  ['nothing is configured', undefined, {}, 'set one of OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENAI_COMPATIBLE_URL'],
  ['nothing is configured for a bare name', 'gpt-x', {}, 'set one of'],
  ['its provider is not configured', 'anthropic/claude-x', { openai }, 'needs ANTHROPIC_API_KEY'],
  ['the default is not configured', undefined, { openai, fallback: 'compatible/x' }, 'needs OPENAI_COMPATIBLE_URL'],
])('says what to set when %s', (_case, written, settings, message) => {
  const failure = { code: 'NO_MODEL_CONFIGURED', message: expect.stringContaining(message) };
  expect(() => chooseModel(written, settings)).toThrow(expect.objectContaining(failure));
});
