import type { LanguageModel } from 'ai';
import { EgressError } from '#platform/http-error.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import { toFailure } from './egress-failure.ts';

const LONGEST_REASON = 300;

type Usage = { inputTokens?: number; outputTokens?: number; totalTokens?: number };
export type PromptAnswer = { text: string; finishReason: string; usage: Usage };

type Options = { onOutput?(chunk: string): void; signal: AbortSignal };

/** The library wraps what went wrong, sometimes more than once. */
async function explain(error: unknown): Promise<unknown> {
  const { APICallError, RetryError } = await import('ai');
  if (RetryError.isInstance(error)) return explain(error.lastError);
  if (error instanceof EgressError) return toFailure(error);
  if (APICallError.isInstance(error) && error.cause instanceof EgressError) return toFailure(error.cause);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
  if (!APICallError.isInstance(error)) return new ToolFailure('MODEL_ERROR', `The model failed: ${reason}`);
  const status = error.statusCode ? ` with ${error.statusCode}` : '';
  return new ToolFailure('MODEL_ERROR', `The model service refused${status}: ${reason}`, {
    retryable: error.isRetryable,
  });
}

const known = ({ inputTokens, outputTokens, totalTokens }: Usage): Usage => ({
  ...(inputTokens !== undefined && { inputTokens }),
  ...(outputTokens !== undefined && { outputTokens }),
  ...(totalTokens !== undefined && { totalTokens }),
});

/** Asks a model, telling what it says as it says it. */
export async function streamPrompt(model: LanguageModel, prompt: string, options: Options): Promise<PromptAnswer> {
  const { onOutput, signal } = options;
  const { streamText } = await import('ai');
  // Its warnings would go to the console, past the log.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const answer: PromptAnswer = { text: '', finishReason: 'unknown', usage: {} };
  try {
    const { stream } = streamText({ model, prompt, abortSignal: signal, onError: () => undefined });
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') {
        answer.text += part.text;
        onOutput?.(part.text);
      }
      if (part.type === 'finish') {
        answer.finishReason = part.finishReason;
        answer.usage = known(part.totalUsage);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw await explain(error);
  }
  signal.throwIfAborted();
  return answer;
}
