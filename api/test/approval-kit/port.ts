import type { Context } from '#access/context.ts';
import { cancelToolRun } from '#features/executions/cancel-tool-run.ts';
import { executeTool, type ToolCall } from '#features/executions/execute-tool.ts';
import { findRun } from '#features/executions/read-runs.ts';
import type { Run } from '#features/executions/run-fold.ts';
import { DomainError } from '#platform/errors.ts';
import { newRequestId, parseNodeIdOf, toNodeId } from '#platform/ids.ts';
import { type CallOptions, refused, type Told, toldOfRun } from './caller.ts';
import type { House } from './house.ts';

const toldOf = (run: Run): Told =>
  toldOfRun({ ...run, id: toNodeId('ToolRun', run.id), sessionId: toNodeId('Session', run.sessionId) });
const runIdOf = (callId: string): string => parseNodeIdOf('ToolRun', callId)!;

export function toCall({ idempotencyKey, sessionId, leaves }: CallOptions): Partial<ToolCall> {
  return {
    idempotencyKey,
    sessionId: sessionId ? parseNodeIdOf('Session', sessionId) : null,
    mode: leaves ? 'ASYNC' : 'WAIT',
  };
}

/** The one door as the doubles of agents and MCP clients use it: by the rights of a key, and never with an exception. */
export function openPort(house: House, token: string) {
  async function context(): Promise<Context> {
    const viewer = await house.app().authenticator.authenticate({ kind: 'bearer', token });
    return house.app().createContext(viewer, newRequestId());
  }
  return {
    context,
    async execute(ctx: Context, call: ToolCall): Promise<Told> {
      try {
        const { run, error } = await executeTool(ctx, call);
        return run ? toldOf(run) : refused(error!);
      } catch (error) {
        if (error instanceof DomainError) return refused({ code: error.code, message: error.message });
        throw error;
      }
    },
    async read(callId: string): Promise<Told> {
      const run = await findRun(await context(), runIdOf(callId));
      if (!run) throw new Error('The run cannot be read.');
      return toldOf(run);
    },
    async cancel(callId: string): Promise<void> {
      const { outcome } = await cancelToolRun(await context(), runIdOf(callId));
      if (outcome !== 'CANCELLED') throw new Error('The call could not be cancelled.');
    },
  };
}
