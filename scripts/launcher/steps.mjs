import { readFileSync, renameSync, rmSync } from 'node:fs';
import { commandFile, inRoot, root } from './paths.mjs';
import { pnpmVersion } from './runtime.mjs';
import { filesBelow, fingerprint } from './stamps.mjs';

// Each step: what it reads (fingerprint), what it leaves (outputs), what Node runs for it, and what to do if it fails.

// Only these: a new npm script is no reason to install, generate and build again.
function dependenciesIn(file) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(inRoot(file), 'utf8'));
  return JSON.stringify([dependencies, devDependencies, optionalDependencies]);
}

const isTest = (file) => /\.test\.tsx?$/.test(file);

export const install = {
  name: 'install',
  title: 'Install packages',
  usesRegistry: true,
  advice: 'Read the message of pnpm above, then run the command again.',
  outputs: ['node_modules/.modules.yaml', 'api/node_modules', 'web/node_modules'],
  fingerprint() {
    const wishes = ['package.json', 'api/package.json', 'web/package.json'].map(dependenciesIn).join('\n');
    const machine = `${process.platform} ${process.arch} pnpm ${pnpmVersion}`;
    return fingerprint(root, ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], `${machine}\n${wishes}`);
  },
  args: ({ pnpm }) => [
    pnpm,
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
    '--config.confirm-modules-purge=false',
    // The age of a version matters when it is chosen, and the lock file has chosen: asking again for each of them
    // takes as long as the download, and many minutes without a network.
    '--config.minimum-release-age=0',
    '--config.fetch-retry-mintimeout=1000',
    '--config.fetch-retry-maxtimeout=10000',
  ],
};

export const databaseClient = {
  name: 'database-client',
  title: 'Generate the database client',
  advice: 'Fix the model named above in prisma/, then run the command again.',
  outputs: ['api/src/generated/prisma/client.ts'],
  fingerprint() {
    const models = filesBelow(root, 'prisma').filter((file) => /\.prisma$|prisma\.config\.ts$/.test(file));
    return fingerprint(root, models, install.fingerprint());
  },
  // Prisma counts its runs in the user's configuration folder; ours must leave no trace outside the project.
  env: { XDG_CONFIG_HOME: inRoot('.cache/config') },
  args: () => [commandFile('prisma'), 'generate', '--config', 'prisma/prisma.config.ts'],
};

export const queryTypes = {
  name: 'query-types',
  title: 'Generate types of the GraphQL queries',
  advice:
    'The queries in web/src and api/schema.graphql do not fit together: fix what is named above, or print the schema again with "node scripts/run.mjs exec node api/src/print-schema.ts".',
  outputs: ['web/src/gql/graphql.ts'],
  fingerprint() {
    const documents = filesBelow(root, 'web/src').filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !file.startsWith('web/src/gql/') &&
        readFileSync(inRoot(file), 'utf8').includes('graphql('),
    );
    return fingerprint(root, ['codegen.ts', 'api/schema.graphql', ...documents], install.fingerprint());
  },
  args: () => [commandFile('@graphql-codegen/cli', { command: 'graphql-codegen' }), '--config', 'codegen.ts'],
};

const builtWeb = inRoot('.cache/web-build');

export const webBuild = {
  name: 'web-build',
  title: 'Build the web app',
  advice: 'Fix the file named above in web/, then run the command again.',
  outputs: ['web/dist/index.html'],
  cwd: inRoot('web'),
  fingerprint() {
    const sources = ['web/src', 'web/public'].flatMap((folder) => filesBelow(root, folder));
    const settings = filesBelow(root, 'web', { deep: false }).filter((file) => !/tsconfig|README|vitest/.test(file));
    return fingerprint(
      root,
      [...sources, ...settings].filter((file) => !isTest(file)),
      queryTypes.fingerprint(),
    );
  },
  args: () => [
    commandFile('vite', { from: 'web' }),
    'build',
    '--outDir',
    builtWeb,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ],
  /** Swapped in at once: a server that runs meanwhile never sees half an app, and a failed build changes nothing. */
  finish() {
    const former = inRoot('.cache/web-build-former');
    rmSync(former, { recursive: true, force: true });
    try {
      renameSync(inRoot('web/dist'), former);
    } catch (error) {
      if (error.code !== 'ENOENT') {
        throw error;
      }
    }
    renameSync(builtWeb, inRoot('web/dist'));
    rmSync(former, { recursive: true, force: true });
  },
};
