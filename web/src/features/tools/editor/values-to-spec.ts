import { type ExecutionValues, type Pair, splitKind } from './execution-values.ts';
import { parsedOr } from './json-text.ts';

type Spec = Record<string, unknown>;

const isFilled = ({ name, value }: Pair) => name.trim() !== '' && value !== undefined;

export function toMap(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.filter(isFilled).map(({ name, value }) => [name.trim(), value]));
}

/** A map without entries is left out. */
function orNothing(pairs: readonly Pair[]): Record<string, unknown> | undefined {
  const map = toMap(pairs);
  return Object.keys(map).length > 0 ? map : undefined;
}

/** Optional words that are empty say nothing. */
const worded = (text: string) => text.trim() || undefined;
const timed = (timeout: number | '') => (timeout === '' ? undefined : timeout);

function toBody({ bodyKind, body }: ExecutionValues['http']): unknown {
  if (bodyKind === 'none') return undefined;
  return bodyKind === 'json' ? parsedOr(body, undefined) : body;
}

function promptWords(
  mode: string | undefined,
  { prompt_template, model, skill, agentSlug }: ExecutionValues['prompt'],
) {
  if (mode === 'skill') return { skill, agentSlug: worded(agentSlug), prompt_template: worded(prompt_template) };
  if (mode === 'agent') return { agentSlug: agentSlug.trim(), prompt_template: worded(prompt_template) };
  return { prompt_template, model: worded(model) };
}

function wordsOf(chosen: string, all: ExecutionValues): Spec {
  const { kind, mode } = splitKind(chosen);
  switch (kind) {
    case 'static':
      return { output: parsedOr(all.static.output, null) };
    case 'http': {
      const { method, url, headers, timeout } = all.http;
      return { method, url: url.trim(), headers: orNothing(headers), body: toBody(all.http), timeout: timed(timeout) };
    }
    case 'webhook': {
      const { method, webhookUrl, headers, timeout } = all.webhook;
      return { method, webhookUrl: webhookUrl.trim(), headers: orNothing(headers), timeout: timed(timeout) };
    }
    case 'compute':
      return { operation: 'evaluate', expression: all.compute.expression };
    case 'composition': {
      const { steps, output } = all.composition;
      return {
        steps: steps.map(({ id, toolSlug, inputs }) => ({ id, toolSlug, inputMap: toMap(inputs) })),
        output: orNothing(output),
      };
    }
    case 'prompt':
      return { mode, ...promptWords(mode, all.prompt) };
    case 'task': {
      const { title, description, assignee, wait } = all.task;
      return { title, description: worded(description), assignee: worded(assignee), wait };
    }
    case 'subAgent': {
      const { agentConfig, includeContext, timeout } = all.subAgent;
      return { agentConfig: parsedOr(agentConfig, {}), includeContext, timeout: timed(timeout) };
    }
    case 'image': {
      const { provider, model, size, quality } = all.image;
      return { provider, model, size: worded(size), quality: worded(quality) };
    }
    case 'client':
      return { display: { customUI: all.client.customUI.trim() } };
  }
}

/** The spec as the server takes it, without the words that say nothing. */
export function valuesToSpec(chosen: string, execution: ExecutionValues): Spec {
  const words = Object.entries(wordsOf(chosen, execution)).filter(([, value]) => value !== undefined);
  return { kind: splitKind(chosen).kind, ...Object.fromEntries(words) };
}
