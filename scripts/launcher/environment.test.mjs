import path from 'node:path';
import { expect, it } from 'vitest';
import { testEnvironment, toolEnvironment } from './environment.mjs';

it('hands pnpm the way to the registry that npm was given, and nothing else of npm', () => {
  const env = toolEnvironment(
    {
      npm_config_registry: 'https://mirror.example/',
      NPM_CONFIG_HTTPS_PROXY: 'http://proxy.example:3128',
      npm_config_noproxy: '',
      npm_config_userconfig: '/home/ada/.npmrc',
      npm_config_cache: '/home/ada/.npm',
      npm_package_name: 'toolcrib',
      npm_lifecycle_event: 'start',
      npm_execpath: '/usr/lib/npm-cli.js',
    },
    [],
  );
  expect(env).toMatchObject({
    PNPM_CONFIG_REGISTRY: 'https://mirror.example/',
    PNPM_CONFIG_HTTPS_PROXY: 'http://proxy.example:3128',
    npm_config_userconfig: '/home/ada/.npmrc',
  });
  expect(Object.keys(env).filter((name) => /^npm_/.test(name))).toEqual(['npm_config_userconfig']);
  expect(env).not.toHaveProperty('PNPM_CONFIG_NO_PROXY');
});

it('keeps the variables of the user, such as a token that .npmrc refers to', () => {
  expect(toolEnvironment({ NPM_TOKEN: 'secret', HOME: '/home/ada' }, [])).toMatchObject({
    NPM_TOKEN: 'secret',
    HOME: '/home/ada',
  });
});

it('installs the build tools in production mode as well', () => {
  expect(toolEnvironment({ NODE_ENV: 'production' }, [])).not.toHaveProperty('NODE_ENV');
});

it('puts our tools before those of the machine', () => {
  expect(toolEnvironment({ PATH: '/usr/bin' }, ['/ours', '/node']).PATH).toBe(
    ['/ours', '/node', '/usr/bin'].join(path.delimiter),
  );
  expect(toolEnvironment({ Path: 'C:\\Windows' }, ['ours'])).not.toHaveProperty('PATH');
});

it('keeps the tests away from the databases and keys that the shell is set up to serve', () => {
  const env = testEnvironment({
    DATABASE_URL: 'postgres://production',
    DATABASE_APP_URL: 'postgres://production',
    REDIS_URL: 'redis://production',
    DATA_DIR: '/var/lib/toolcrib',
    TOOLCRIB_MASTER_KEY: 'key',
    PORT: '4000',
    TEST_DATABASE_URL: 'postgres://scratch',
    NODE_ENV: 'production',
  });
  expect(env).toEqual({ TEST_DATABASE_URL: 'postgres://scratch', NODE_ENV: 'test' });
});
