import type { LanguageModel } from 'ai';
import type { ModelSettings } from '#platform/env.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

type Provider = {
  /** What the operator sets to have it. */
  setting: string;
  /** The model for those who name none. */
  model: string;
  isSet(settings: ModelSettings): boolean;
  /** Libraries are loaded when first needed. All addresses are given, so that none comes from the environment. */
  open(settings: ModelSettings, model: string, fetch: typeof globalThis.fetch): Promise<LanguageModel>;
};

const PROVIDERS: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  [
    'openai',
    {
      setting: 'OPENAI_API_KEY',
      model: 'gpt-5-mini',
      isSet: ({ openai }) => Boolean(openai),
      async open({ openai }, model, fetch) {
        const { createOpenAI } = await import('@ai-sdk/openai');
        return createOpenAI({ apiKey: openai, baseURL: 'https://api.openai.com/v1', fetch })(model);
      },
    },
  ],
  [
    'anthropic',
    {
      setting: 'ANTHROPIC_API_KEY',
      model: 'claude-haiku-4-5',
      isSet: ({ anthropic }) => Boolean(anthropic),
      async open({ anthropic }, model, fetch) {
        const { createAnthropic } = await import('@ai-sdk/anthropic');
        return createAnthropic({ apiKey: anthropic, baseURL: 'https://api.anthropic.com/v1', fetch })(model);
      },
    },
  ],
  [
    'compatible',
    {
      setting: 'OPENAI_COMPATIBLE_URL',
      model: 'default',
      isSet: ({ compatible }) => Boolean(compatible),
      async open({ compatible }, model, fetch) {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const { url, key } = compatible!;
        return createOpenAICompatible({ name: 'compatible', baseURL: url, apiKey: key, includeUsage: true, fetch })(
          model,
        );
      },
    },
  ],
]);

const SETTINGS = [...PROVIDERS.values()].map(({ setting }) => setting).join(', ');
const noModel = (message: string) => new ToolFailure('NO_MODEL_CONFIGURED', message);

export type ModelChoice = { provider: string; model: string };

/** `provider/model`. What stands before the slash may as well belong to the model: `meta/llama`. */
function parseChoice(written: string): { provider?: string; model: string } {
  const slash = written.indexOf('/');
  const prefix = written.slice(0, Math.max(slash, 0)).replace(/^openai-compatible$/, 'compatible');
  return PROVIDERS.has(prefix) ? { provider: prefix, model: written.slice(slash + 1) } : { model: written };
}

/** Which model answers: the one that is named, the operator's default, or that of the first provider there is. */
export function chooseModel(written: string | undefined, settings: ModelSettings, preferred?: string): ModelChoice {
  const isSet = (name: string | undefined) => name !== undefined && PROVIDERS.get(name)?.isSet(settings) === true;
  const wanted = written?.trim() || (isSet(preferred) ? undefined : settings.fallback);
  const named = wanted ? parseChoice(wanted) : undefined;
  if (named?.provider && !isSet(named.provider)) {
    const { setting } = PROVIDERS.get(named.provider)!;
    throw noModel(`The model ${wanted} needs ${setting}. Ask the operator to set it, or choose another model.`);
  }
  const standard = settings.fallback ? parseChoice(settings.fallback).provider : undefined;
  const provider = [named?.provider, preferred, standard, ...PROVIDERS.keys()].find(isSet);
  if (!provider) throw noModel(`No model is configured. Ask the operator to set one of ${SETTINGS}.`);
  return { provider, model: named?.model || PROVIDERS.get(provider)!.model };
}

export function openModel(
  { provider, model }: ModelChoice,
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  return PROVIDERS.get(provider)!.open(settings, model, fetch);
}
