import { requireOperator } from '#access/can.ts';
import type { Context } from '#access/context.ts';
import { type AskDatabase, type DatabaseReport, reportDatabase } from '#platform/database-report.ts';

export type OperatorStatus = { production: boolean; database: DatabaseReport };

/** How this installation stands, for `crib doctor`. */
export async function readOperatorStatus(ctx: Context): Promise<OperatorStatus> {
  requireOperator(ctx.viewer);
  const system = ctx.elevate('the operator asks how the database stands');
  const ask: AskDatabase = (sql) => system.$queryRawUnsafe(sql);
  return { production: !ctx.demo, database: await reportDatabase(ask) };
}
