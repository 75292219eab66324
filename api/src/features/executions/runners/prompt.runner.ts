import type { Context } from '#access/context.ts';
import type { ExecutionSpec } from '#features/tools/execution-spec.ts';
import type { ModelSettings } from '#platform/env.ts';
import { guardedFetch } from '#platform/http-fetch.ts';
import { createValueRedaction } from '#platform/redact-values.ts';
import { fillText } from '#toolkit/fill-template.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import { chooseModel, openModel } from './model-providers.ts';
import { streamPrompt } from './stream-prompt.ts';

const TIMEOUT_MS = 120_000;

/** A service that refuses a key likes to quote it. */
function redactionOf({ openai, anthropic, compatible }: ModelSettings) {
  const keys = { OPENAI_API_KEY: openai, ANTHROPIC_API_KEY: anthropic, OPENAI_COMPATIBLE_KEY: compatible?.key };
  return createValueRedaction(new Map(Object.entries(keys).filter((entry): entry is [string, string] => !!entry[1])));
}

/** Fills in the prompt and lets a model answer it. */
export const promptRunner: SpecRunner<Extract<ExecutionSpec, { kind: 'prompt'; mode: 'direct' }>, Context> = {
  kind: 'prompt.direct',
  timeoutMs: TIMEOUT_MS,
  retrySafe: () => false,
  hasOwnShape: () => true,
  async run({ spec, input, ctx }) {
    const { host, apiKeys, provider, callbacks, abortSignal } = ctx;
    const settings: ModelSettings = {
      ...host.models,
      openai: apiKeys.openai ?? host.models.openai,
      anthropic: apiKeys.anthropic ?? host.models.anthropic,
    };
    const choice = chooseModel(spec.model, settings, provider);
    const fetch = guardedFetch(host.egress, { timeoutMs: TIMEOUT_MS });
    try {
      const model = await openModel(choice, settings, fetch);
      const prompt = fillText(spec.prompt_template, { input });
      const onOutput = (chunk: string) => callbacks.onOutput?.(chunk);
      const answer = await streamPrompt(model, prompt, { onOutput, signal: abortSignal });
      return { ...answer, model: `${choice.provider}/${choice.model}` };
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      throw new ToolFailure(error.code, redactionOf(settings).text(error.message), { retryable: error.retryable });
    }
  },
};
