import type { Env } from '#platform/env.ts';
import { command, type Output, type Tools } from './command.ts';
import { withPatience } from './connect.ts';
import { CliFailure } from './failure.ts';
import { knownMigrations, MIGRATIONS, openDatabaseOf } from './open-database.ts';
import { askStatus } from './operator-status.ts';
import { findRunning } from './running-process.ts';

const NOTHING: Output = { data: { applied: [] }, text: 'Nothing to do: all migrations are applied.' };

/** The embedded database is in the hands of the process, which migrated it when it started. */
async function lookThroughProcess({ crib }: Tools): Promise<Output> {
  const { report } = await askStatus((await crib()).ask);
  const pending = knownMigrations().filter((name) => !report.migrations.includes(name));
  if (pending.length === 0) return NOTHING;
  const message = `The running process does not know ${pending.join(', ')}. Restart it: it migrates when it starts.`;
  throw new CliFailure('CONFLICT', message);
}

async function apply(env: Env, { terminal }: Tools): Promise<Output> {
  const { migrate: applyNew } = await import('#platform/migrate.ts');
  const database = await withPatience(env.DATA_DIR, () => openDatabaseOf(env));
  try {
    const applied = await applyNew(database.owner, MIGRATIONS, (step) => {
      if (step.kind === 'waiting') terminal.note('Another process is migrating; waiting for it …');
      if (step.kind === 'applying') terminal.note(`Applying ${step.position} of ${step.total}: ${step.name} …`);
    });
    if (applied.length === 0) return NOTHING;
    return { data: { applied }, text: `Applied ${applied.join(', ')}.` };
  } finally {
    await database.close();
  }
}

export const migrate = command({
  name: 'migrate',
  description: 'Applies the migrations that are new in this release.',
  async run(_given, tools) {
    const env = tools.env();
    if (env.TOOLCRIB_URL) {
      const message =
        'migrate works on the database itself. Run it where DATABASE_URL or the data folder is, without --url.';
      throw new CliFailure('BAD_USER_INPUT', message);
    }
    const isHeld = !env.DATABASE_URL && (await findRunning(env.DATA_DIR));
    return isHeld ? lookThroughProcess(tools) : apply(env, tools);
  },
});
