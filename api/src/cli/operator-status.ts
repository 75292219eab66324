import type { DatabaseReport } from '#platform/database-report.ts';
import type { Ask } from './crib.ts';

const STATUS = `query CribOperatorStatus {
  operatorStatus {
    production
    database {
      kind version time ownerRole ownerIsSuperuser servingRoleIsBound unguardedTables migrations
      queue { queued failed oldestQueuedSeconds }
    }
  }
}`;

type Status = {
  operatorStatus: {
    production: boolean;
    database: Omit<DatabaseReport, 'kind' | 'time'> & { kind: 'EMBEDDED' | 'POSTGRESQL'; time: string };
  };
};

/** How the installation behind a running process stands. */
export async function askStatus(ask: Ask): Promise<{ production: boolean; report: DatabaseReport }> {
  const { operatorStatus } = await ask<Status>(STATUS);
  const { kind, time, ...rest } = operatorStatus.database;
  const report = { ...rest, kind: kind === 'EMBEDDED' ? 'embedded' : 'postgres', time: new Date(time) } as const;
  return { production: operatorStatus.production, report };
}
