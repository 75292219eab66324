import type { Context } from '#access/context.ts';
import { readSecrets } from '#features/secrets/read-secrets.ts';
import { secretsOf, variablesOf } from '#features/tools/execution-spec-references.ts';
import type { EgressRequest, EgressResponse } from '#platform/http.ts';
import { createValueRedaction, type Redaction } from '#platform/redact-values.ts';
import type { AnyExecutionSpec } from '#toolkit/resolved-tool.ts';
import type { SpecCall } from '#toolkit/spec-runner.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import { bindSecrets } from './bind-secrets.ts';
import { toFailure } from './egress-failure.ts';
import { hostOf, type SecretOf } from './fill-request.ts';

type Exchange<Spec extends AnyExecutionSpec> = {
  call: SpecCall<Spec, Context>;
  /** The address as the author wrote it. */
  address: string;
  compose(secret: SecretOf): EgressRequest | Promise<EgressRequest>;
  read(response: EgressResponse, redaction: Redaction): unknown;
};

/** One request with the secrets of its tool, and an answer, or a failure, without them. */
export async function sendRequest<Spec extends AnyExecutionSpec>(exchange: Exchange<Spec>): Promise<unknown> {
  const { call, address, compose, read } = exchange;
  const { host, agentSlug, abortSignal } = call.ctx;
  const { toolEnv } = host;
  const secrets = await readSecrets(host, secretsOf(call.spec, toolEnv), agentSlug);
  const variables = variablesOf(call.spec, toolEnv).map((name) => [`env.${name}`, toolEnv.get(name)!.value] as const);
  const values = new Map([...[...secrets].map(([key, { value }]) => [key, value] as const), ...variables]);
  const redaction = createValueRedaction(values);
  try {
    const request = await compose(bindSecrets(secrets, toolEnv, hostOf(address)));
    const response = await host.egress.request({ ...request, secretValues: [...values.values()] }, abortSignal);
    return redaction.value(await read(response, redaction));
  } catch (error) {
    const failure = toFailure(error);
    if (!(failure instanceof ToolFailure)) throw failure;
    const { code, message, retryable } = failure;
    throw new ToolFailure(code, redaction.text(message), { retryable });
  }
}
