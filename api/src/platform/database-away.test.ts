import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const coded = (code: string) => Object.assign(new Error('said the driver'), { code });

test.each([
  ['a port where nobody listens', failureOf(new pg.Client('postgres://a:b@127.0.0.1:1/c').connect())],
  [
    'a name with two addresses where nobody listens',
    failureOf(new pg.Client('postgres://a:b@localhost:1/c').connect()),
  ],
  ['a socket file that is not there', failureOf(new pg.Client({ host: '/nowhere' }).connect())],
  ['a server that starts up', coded('57P03')],
  ['a server that was told to stop', coded('57P01')],
  ['no connection left', coded('53300')],
  ['a standby that takes no writes', coded('25006')],
  ["Prisma's word for it", coded('P1001')],
  ['a reason behind another error', new Error('The job failed.', { cause: coded('P1017') })],
  ['a pool that could not give a connection', new Error('timeout exceeded when trying to connect')],
])('%s means that the database is away', async (_name, error) => {
  expect(isDatabaseAway(await error)).toBe(true);
});

test.each([
  ['a row that exists already', coded('P2002')],
  ['a division by zero', coded('22012')],
  ['a statement that took too long', coded('57014')],
  ['a file that is not there', failureOf(readFile('/nowhere/at/all'))],
  ['a server of somebody else that cannot be reached', failureOf(fetch('http://127.0.0.1:1'))],
  ['no error at all', undefined],
])('%s does not', async (_name, error) => {
  expect(isDatabaseAway(await error)).toBe(false);
});
