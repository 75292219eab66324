import { BadConfiguration } from '#platform/env.ts';
import { maskSecrets } from '#platform/log.ts';
import { BadMasterKey } from '#platform/master-key.ts';

export type FieldFault = { path: string[]; message: string };

/** What went wrong and what to do next, in one sentence for the person at the terminal. */
export class CliFailure extends Error {
  readonly code: string;
  readonly fields: FieldFault[];
  readonly exitCode: number = 1;

  constructor(code: string, message: string, fields: FieldFault[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** The command was not written as its usage says. */
export class UsageFailure extends CliFailure {
  override readonly exitCode = 2;

  constructor(message: string, flag?: string) {
    super('USAGE', message, flag ? [{ path: [flag], message }] : []);
  }
}

const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT']);
const REFUSED = /^(28...|3D000)$/;

function explain(error: Error & { code?: string }): CliFailure {
  const { code = '', name, message } = error;
  if (error instanceof BadConfiguration || error instanceof BadMasterKey) {
    return new CliFailure('BAD_CONFIGURATION', message);
  }
  if (name === 'FolderInUse' || name === 'FolderUnusable') return new CliFailure('DATA_FOLDER', message);
  if (name === 'MigrationFailed') return new CliFailure('MIGRATION_FAILED', message);
  if (AWAY.has(code) || /timeout exceeded when trying to connect/.test(message)) {
    const why = code || 'no answer';
    const next = 'Start PostgreSQL, or correct the address.';
    return new CliFailure('UNAVAILABLE', `The database at DATABASE_URL cannot be reached (${why}). ${next}`);
  }
  if (REFUSED.test(code)) {
    return new CliFailure('UNAVAILABLE', `PostgreSQL refuses DATABASE_URL: ${message}. Correct its user or database.`);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new CliFailure('FORBIDDEN', `${message}. Run this as the user who runs the server.`);
  }
  if (message.startsWith('Redis at ')) return new CliFailure('UNAVAILABLE', message);
  return new CliFailure('INTERNAL', `Something unexpected went wrong: ${message}`);
}

export function toFailure(error: unknown): CliFailure {
  if (error instanceof CliFailure) return error;
  const failure = explain(error instanceof Error ? error : new Error(String(error)));
  return new CliFailure(failure.code, maskSecrets(failure.message));
}
