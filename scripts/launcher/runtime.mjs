import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { adviceFor, tailOf } from './advice.mjs';
import { captureCommand, isWindows } from './command.mjs';
import { toolEnvironment } from './environment.mjs';
import { inRoot } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { StepFailure } from './step-failure.mjs';

export const pnpmVersion = '12.18.0';
const nodeVersion = '24.21.0';
const tsxVersion = '4.23.15';

const folder = inRoot('.runtime');
const modules = path.join(folder, 'node_modules');
const readyFile = path.join(folder, 'ready.json');

/** Node runs TypeScript itself from 22.18 on; 23 is skipped, since it was never a long-term release. */
export function runsTypeScript(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

export function nodePackageName(platform = process.platform, arch = process.arch) {
  const system = platform === 'win32' ? 'win' : platform;
  const family = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${family}-${system}-${arch}`;
}

const pnpmPackage = `pnpm@${pnpmVersion}`;
const nodePackage = `${nodePackageName()}@${nodeVersion}`;
const tsxPackage = `tsx@${tsxVersion}`;
const fetchedNode = path.join(modules, nodePackageName(), isWindows ? 'bin/node.exe' : 'bin/node');

/** The Node and pnpm to work with, or nothing when they have yet to be fetched. */
export function findRuntime() {
  const ready = existsSync(readyFile) ? JSON.parse(readFileSync(readyFile, 'utf8')) : [];
  if (!ready.includes(pnpmPackage)) {
    return undefined;
  }
  if (runsTypeScript(process.version)) {
    return describe(process.execPath);
  }
  if (ready.includes(nodePackage)) {
    return describe(fetchedNode);
  }
  return ready.includes(tsxPackage) ? describe(process.execPath, path.join(modules, 'tsx/dist/loader.mjs')) : undefined;
}

function describe(node, typeScriptLoader) {
  const env = toolEnvironment(process.env, [
    inRoot('node_modules/.bin'),
    path.dirname(node),
    path.join(modules, '.bin'),
  ]);
  return {
    node,
    pnpm: path.join(modules, 'pnpm/bin/pnpm.mjs'),
    env,
    // Only for our own TypeScript: inside the tools, tsx would load a second copy of graphql.
    typeScriptOptions: typeScriptLoader ? `--import=${pathToFileURL(typeScriptLoader)}` : '',
  };
}

/** The environment in which `node some.ts` works, also for processes that it starts in turn. */
export function typeScriptEnvironment({ env, typeScriptOptions }) {
  return typeScriptOptions ? { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${typeScriptOptions}`.trim() } : env;
}

export async function fetchRuntime() {
  if (runsTypeScript(process.version)) {
    await fetchPackages(`Fetch ${pnpmPackage}`, [pnpmPackage]);
  } else {
    try {
      await fetchPackages(
        `Fetch Node ${nodeVersion} and ${pnpmPackage}`,
        [pnpmPackage, nodePackage],
        canRunFetchedNode,
      );
    } catch (error) {
      if (!(error instanceof NoSuchNode)) {
        throw error;
      }
      rmSync(path.join(modules, nodePackageName()), { recursive: true, force: true });
      console.error(
        `npm has no Node ${nodeVersion} that runs here, so this Node ${process.versions.node} has to do, with tsx.`,
      );
      await fetchPackages(`Fetch ${pnpmPackage} and ${tsxPackage}`, [pnpmPackage, tsxPackage]);
    }
  }
  return findRuntime();
}

class NoSuchNode extends Error {}

function canRunFetchedNode() {
  if (spawnSync(fetchedNode, ['--version']).status !== 0) {
    throw new NoSuchNode();
  }
}

async function fetchPackages(title, wanted, verify = () => {}) {
  // npm removes what it is not told of, so a Node fetched earlier, perhaps the very one we run on, is named again.
  const packages = [...new Set([...wanted, ...[nodePackage, tsxPackage].filter(isInstalled)])];
  const progress = startProgress(title);
  try {
    rmSync(readyFile, { force: true });
    await npmInstall(packages, progress.note);
    verify();
    writeFileSync(readyFile, JSON.stringify(packages));
    progress.succeed();
  } catch (error) {
    progress.fail();
    throw error;
  }
}

function isInstalled(wanted) {
  const [name, version] = wanted.split('@');
  const description = path.join(modules, name, 'package.json');
  return existsSync(description) && JSON.parse(readFileSync(description, 'utf8')).version === version;
}

async function npmInstall(packages, onLine) {
  mkdirSync(folder, { recursive: true });
  const [command, ...first] = npmCommand();
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'];
  const patience = process.env.npm_config_fetch_retries ? [] : ['--fetch-retries=2', '--fetch-retry-mintimeout=1000'];
  const args = [...first, 'install', '--prefix', folder, ...flags, ...patience, '--loglevel=error', ...packages];
  const { code, output } = await captureCommand(command, args, { cwd: folder, onLine, shell: command === 'npm.cmd' });
  if (code !== 0 && packages.includes(nodePackage) && /E404|ETARGET|EBADPLATFORM/.test(output)) {
    throw new NoSuchNode();
  }
  if (code !== 0) {
    const otherwise = 'npm could not fetch the tools we need: read its message above, then run the command again.';
    throw new StepFailure(`${tailOf(output)}\n\n${adviceFor(output, { usesRegistry: true, otherwise })}`);
  }
}

function npmCommand() {
  const running = process.env.npm_execpath ?? '';
  return /npm-cli\.[cm]?js$/.test(running) ? [process.execPath, running] : [isWindows ? 'npm.cmd' : 'npm'];
}
