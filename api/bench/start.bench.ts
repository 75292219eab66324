import { setTimeout as sleep } from 'node:timers/promises';
import { cleanUp, makeFolder, type Settings, start } from '../test/processes/process-kit.ts';
import { openBenchPostgres } from './crib-process.ts';
import { median } from './measure.ts';
import { residentMegabytes, usedMicroseconds } from './process-usage.ts';
import { type Bench, type Row, round } from './report.ts';

const STARTS = 5;
const IDLE_MS = 5_000;

async function measureStart(settings: Settings): Promise<{ ms: number; cpuMs: number; megabytes: number }> {
  const startedAt = performance.now();
  const running = await start(settings);
  const ms = performance.now() - startedAt;
  const cpuMs = usedMicroseconds(running.pid) / 1_000;
  await sleep(IDLE_MS);
  const megabytes = residentMegabytes(running.pid);
  await running.stop();
  return { ms, cpuMs, megabytes };
}

/** B9: from nothing running to ready on data that exists, and what an idle process holds. */
export const bench: Bench = {
  async run() {
    const postgres = await openBenchPostgres();
    try {
      const databases: Record<string, Settings> = {
        embedded: { DATA_DIR: makeFolder() },
        ...(postgres && {
          PostgreSQL: { DATA_DIR: makeFolder(), DATABASE_URL: await postgres.createDatabase('start') },
        }),
      };
      const rows: Row[] = [];
      for (const [database, settings] of Object.entries(databases)) {
        const first = await measureStart(settings);
        const warm = [];
        for (let count = 0; count < STARTS; count++) warm.push(await measureStart(settings));
        rows.push({
          database,
          'first start s': round(first.ms / 1_000, 1),
          'warm start s': round(median(warm.map(({ ms }) => ms)) / 1_000, 1),
          'of it CPU s': round(median(warm.map(({ cpuMs }) => cpuMs)) / 1_000, 1),
          'idle RSS MB': round(median(warm.map(({ megabytes }) => megabytes))),
        });
      }
      return [{ title: `B9 start and idle memory, median of ${STARTS}`, rows }];
    } finally {
      await cleanUp();
      await postgres?.close();
    }
  },
};
