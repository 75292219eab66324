import type { Context } from '#access/context.ts';
import { webhookSigningKey } from '#features/secrets/webhook-signing-key.ts';
import type { ExecutionSpec } from '#features/tools/execution-spec.ts';
import { toNodeId } from '#platform/ids.ts';
import { signWebhook } from '#platform/sign-webhook.ts';
import { redactionOf } from '#toolkit/hidden-values.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import { checkRequest } from './check-request.ts';
import { fillHeaders, fillUrl } from './fill-request.ts';
import { hideSecret, showAddress } from './preview-request.ts';
import { readJson, requireSuccess } from './read-response.ts';
import { sendRequest } from './send-request.ts';

const TIMEOUT_MS = 30_000;

/** Hands the call on to a service of the tenant. It is asked once: nobody knows whether a second time would do harm. */
export const webhookRunner: SpecRunner<Extract<ExecutionSpec, { kind: 'webhook' }>, Context> = {
  kind: 'webhook',
  timeoutMs: TIMEOUT_MS,
  retrySafe: () => false,
  check: ({ spec, input }) => checkRequest({ url: spec.webhookUrl, headers: spec.headers }, { input }),
  preview: ({ spec, input }) => ({
    sends: `${spec.method} ${showAddress(fillUrl(spec.webhookUrl, { input }, hideSecret))}`,
    body: { input },
  }),
  run: (call) =>
    sendRequest({
      call,
      address: call.spec.webhookUrl,
      async compose(secret) {
        const { spec, tool, input, runId, ctx } = call;
        if (spec.method === 'GET' || spec.method === 'HEAD') {
          throw new ToolFailure('MISCONFIGURED', 'A webhook sends a body. Choose POST as its method.');
        }
        const tenantId = toNodeId('Tenant', ctx.tenantId);
        const body = JSON.stringify({ toolCallId: runId, tool: tool.slug, input, tenantId, runId });
        return {
          url: fillUrl(spec.webhookUrl, { input }, secret),
          method: spec.method,
          headers: {
            ...fillHeaders(spec.headers ?? {}, { input }, secret),
            accept: 'application/json',
            'content-type': 'application/json',
            'idempotency-key': runId,
            'x-signature': signWebhook(await webhookSigningKey(ctx.host), body, ctx.host.clock.now()),
          },
          body,
          timeoutMs: spec.timeout ?? TIMEOUT_MS,
          mostRedirects: 0,
        };
      },
      read(response, redaction) {
        requireSuccess(response, [redaction, redactionOf(call.hidden.values)]);
        return readJson(response);
      },
    }),
};
