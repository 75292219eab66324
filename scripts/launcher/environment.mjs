import path from 'node:path';

const carriedSettings = {
  registry: 'REGISTRY',
  proxy: 'PROXY',
  https_proxy: 'HTTPS_PROXY',
  noproxy: 'NO_PROXY',
  strict_ssl: 'STRICT_SSL',
  cafile: 'CAFILE',
};

/**
 * The environment for our tools. What npm added for itself goes, since pnpm would misread it; how to reach the
 * registry stays, under pnpm's names. NODE_ENV goes too: "production" would leave the build tools uninstalled.
 */
export function toolEnvironment(given, pathFolders) {
  const env = { PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' };
  for (const [name, value] of Object.entries(given)) {
    const setting = /^npm_config_(.+)$/i.exec(name)?.[1].toLowerCase();
    if (setting === 'userconfig') {
      env[name] = value;
    } else if (setting) {
      if (carriedSettings[setting] && value) {
        env[`PNPM_CONFIG_${carriedSettings[setting]}`] = value;
      }
    } else if (!/^npm_(package|lifecycle)_|^npm_(command|execpath|node_execpath)$|^NODE_ENV$/i.test(name)) {
      env[name] = value;
    }
  }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathName] = [...pathFolders, ...(env[pathName] ? [env[pathName]] : [])].join(path.delimiter);
  return env;
}

const serverSettings =
  /^(DATABASE_|REDIS_URL$|DATA_DIR$|HOST$|PORT$|PUBLIC_BASE_URL$|TOOLCRIB_|EGRESS_ALLOW$|OIDC_|OPENAI_|ANTHROPIC_)/;

/** Tests must never touch what the shell is set up to serve: they get their own databases, ports and keys. */
export function testEnvironment(env) {
  const harmless = Object.entries(env).filter(([name]) => !serverSettings.test(name));
  return { ...Object.fromEntries(harmless), NODE_ENV: 'test' };
}
