import type { ExecutionResult } from 'graphql';
import type { Credential } from '#access/credential.ts';
import type { App } from '#app.ts';
import { newRequestId } from '#platform/ids.ts';
import { withRequestId } from '#platform/request-scope.ts';
import { type OperationParams, openOperation } from './run-operation.ts';

export type InProcessDoor = (credential: Credential, params: OperationParams) => Promise<ExecutionResult>;

/** A door without a wire: the same credentials, pipeline and answers as the others. */
export function createInProcessDoor({ env, authenticator, createContext, engine }: App): InProcessDoor {
  return function handle(credential, params) {
    const requestId = newRequestId();
    return withRequestId(requestId, async () => {
      try {
        const viewer = await authenticator.authenticate(credential);
        const context = { ...createContext(viewer, requestId), costLimit: env.LIMIT_QUERY_COST, credential };
        const operation = openOperation(engine, context, params);
        const prepared = operation.prepare();
        return 'errors' in prepared ? prepared : await operation.execute(prepared.document);
      } catch (error) {
        return { errors: [engine.mask(error)] };
      }
    });
  };
}
