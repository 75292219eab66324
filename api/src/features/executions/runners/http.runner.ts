import type { Context } from '#access/context.ts';
import type { ExecutionSpec } from '#features/tools/execution-spec.ts';
import { redactionOf } from '#toolkit/hidden-values.ts';
import type { SpecRunner } from '#toolkit/spec-runner.ts';
import { checkRequest } from './check-request.ts';
import { fillBody } from './fill-body.ts';
import { fillHeaders, fillUrl } from './fill-request.ts';
import { hideSecret, showAddress, showBody } from './preview-request.ts';
import { isFile, readAnswer, requireSuccess } from './read-response.ts';
import { sendRequest } from './send-request.ts';
import { isKeptFile, storeAnswer } from './store-answer.ts';

const TIMEOUT_MS = 30_000;

/** Asks another service over HTTP; what it answers is the output, a file as one that is kept. */
export const httpRunner: SpecRunner<Extract<ExecutionSpec, { kind: 'http' }>, Context> = {
  kind: 'http',
  timeoutMs: TIMEOUT_MS,
  retrySafe: () => false,
  hasOwnShape: isKeptFile,
  check: ({ spec, input }) => checkRequest(spec, { input }),
  preview({ spec, input }) {
    const scope = { input };
    const contentType = Object.entries(spec.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const filled = fillBody(spec.body, scope, hideSecret, contentType);
    return {
      sends: `${spec.method} ${showAddress(fillUrl(spec.url, scope, hideSecret))}`,
      ...(filled && { body: showBody(filled) }),
    };
  },
  run: (call) =>
    sendRequest({
      call,
      address: call.spec.url,
      compose(secret) {
        const { spec, input } = call;
        const scope = { input };
        const headers = fillHeaders(spec.headers ?? {}, scope, secret);
        const filled = fillBody(spec.body, scope, secret, headers['content-type']);
        return {
          url: fillUrl(spec.url, scope, secret),
          method: spec.method,
          headers: {
            accept: 'application/json, */*;q=0.5',
            ...(filled && { 'content-type': filled.contentType }),
            ...headers,
          },
          body: filled?.body,
          timeoutMs: spec.timeout ?? TIMEOUT_MS,
        };
      },
      read(response, redaction) {
        requireSuccess(response, [redaction, redactionOf(call.hidden.values)]);
        return isFile(response) ? storeAnswer(call.ctx.host, response, redaction) : readAnswer(response);
      },
    }),
};
