import path from 'node:path';
import { z } from 'zod';
import { isToolEnvEntry, nameOfEntry, readToolEnv } from './tool-env.ts';

export class BadConfiguration extends Error {}

const text = z.string().trim().min(1).optional();
const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const choice = <const Values extends [string, ...string[]]>(...values: Values) => z.enum(values);
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL such as https://crib.example.com' }).optional();

const commaList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );

const schema = z.object({
  NODE_ENV: choice('development', 'production', 'test').default('development'),
  PORT: wholeNumber(4000, 0, 65_535),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_APP_URL: postgresUrl,
  DATABASE_POOL: wholeNumber(10, 1, 200),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  PUBLIC_BASE_URL: webUrl,
  TOOLCRIB_MASTER_KEY: text,
  TOOLCRIB_MASTER_KEY_OLD: commaList,
  EGRESS_ALLOW: commaList.refine(
    (list) => list.every((entry) => /^(\[[0-9a-f:.]+\]|[^\s:/]+):\d{1,5}$|^[0-9a-f:.]+\/\d{1,3}$/i.test(entry)),
    {
      error: 'must be a comma list of host:port or CIDR, such as 127.0.0.1:9000,10.0.0.0/8',
    },
  ),
  TOOL_ENV_ALLOW: commaList.refine((list) => list.every(isToolEnvEntry), {
    error: 'must be a comma list of names, each with the host that it may be sent to, such as CRM_KEY@api.example.com',
  }),
  TOOLS_SYNC_PRUNE: choice('true', 'false').default('true'),
  TRUST_PROXY: choice('off', 'on').default('off'),
  WORKER: choice('inside', 'off').default('inside'),
  LOG_LEVEL: choice('debug', 'info', 'warn', 'error', 'silent').default('info'),
  TOOLCRIB_URL: webUrl,
  TOOLCRIB_KEY: text,
  OPENAI_API_KEY: text,
  ANTHROPIC_API_KEY: text,
  OPENAI_COMPATIBLE_URL: webUrl,
  OPENAI_COMPATIBLE_KEY: text,
  DEFAULT_MODEL: text,
  OIDC_ISSUER: webUrl,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: z.string().trim().min(1).max(40).default('Single sign-on'),
  GRAPHQL_INTROSPECTION: choice('on', 'signed-in', 'off').optional(),
  GRAPHIQL: choice('on', 'off').optional(),
  LIMIT_BODY_BYTES: wholeNumber(1_048_576, 1_024, 104_857_600),
  LIMIT_INPUT_BYTES: wholeNumber(262_144, 1_024, 10_485_760),
  LIMIT_OUTPUT_BYTES: wholeNumber(1_048_576, 1_024, 104_857_600),
  TOOL_TIMEOUT_MS: wholeNumber(30_000, 100, 3_600_000),
  LIMIT_FILE_BYTES: wholeNumber(26_214_400, 1_024, 1_073_741_824),
  LIMIT_QUERY_TOKENS: wholeNumber(1_000, 100, 100_000),
  LIMIT_QUERY_DEPTH: wholeNumber(10, 3, 100),
  LIMIT_QUERY_ALIASES: wholeNumber(15, 1, 1_000),
  LIMIT_QUERY_DIRECTIVES: wholeNumber(50, 1, 1_000),
  LIMIT_QUERY_COST: wholeNumber(10_000, 100, 1_000_000_000),
  LIMIT_SOCKETS: wholeNumber(200, 1, 100_000),
  LIMIT_SOCKET_OPERATIONS: wholeNumber(100, 1, 100_000),
  LIMIT_OPERATIONS: wholeNumber(1_000, 1, 1_000_000),
  LIMIT_RUNS: wholeNumber(2_000, 1, 1_000_000),
  LIMIT_TENANT_RUNS: wholeNumber(1_000, 1, 1_000_000),
  LIMIT_QUEUED_RUNS: wholeNumber(50_000, 1, 10_000_000),
  LIMIT_SESSION_WAITING: wholeNumber(100, 1, 1_000_000),
  RATE_LIMITS: choice('on', 'off').optional(),
  RATE_KEY_POINTS: wholeNumber(1_000, 1, 1_000_000),
  RATE_TENANT_POINTS: wholeNumber(5_000, 1, 10_000_000),
});

export type ModelSettings = {
  /** Keys of the providers. */
  openai?: string;
  anthropic?: string;
  /** Any service that speaks like OpenAI. */
  compatible?: { url: string; key?: string };
  /** `provider/model` for whoever does not name one. */
  fallback?: string;
};

function explain(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.join('.')} ${issue.message.replace(/^./, (first) => first.toLowerCase())}`)
    .join('; ');
}

/** Turns the process environment into one frozen value, or stops with a sentence that names what is wrong. */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new BadConfiguration(`Wrong configuration: ${explain(parsed.error)}. See the table in README.md.`);
  const env = parsed.data;
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    throw new BadConfiguration(
      'Wrong configuration: single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together.',
    );
  }
  if (env.DATABASE_APP_URL && !env.DATABASE_URL) {
    throw new BadConfiguration('Wrong configuration: DATABASE_APP_URL needs DATABASE_URL, which runs the migrations.');
  }
  const ours = env.TOOL_ENV_ALLOW.map(nameOfEntry).find((name) => name in schema.shape);
  if (ours) {
    throw new BadConfiguration(
      `Wrong configuration: TOOL_ENV_ALLOW names ${ours}, which is a setting of this server. Give tools a variable of their own.`,
    );
  }
  const production = env.NODE_ENV === 'production';
  return Object.freeze({
    ...env,
    DATA_DIR: path.resolve(env.DATA_DIR),
    production,
    introspection: env.GRAPHQL_INTROSPECTION ?? (production ? 'signed-in' : 'on'),
    graphiql: (env.GRAPHIQL ?? (production ? 'off' : 'on')) === 'on',
    toolEnv: readToolEnv(env.TOOL_ENV_ALLOW, source),
    rateLimits: (env.RATE_LIMITS ?? (production ? 'on' : 'off')) === 'on',
    oidc: env.OIDC_ISSUER
      ? {
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID!,
          clientSecret: env.OIDC_CLIENT_SECRET!,
          name: env.OIDC_NAME,
        }
      : undefined,
    models: {
      openai: env.OPENAI_API_KEY,
      anthropic: env.ANTHROPIC_API_KEY,
      compatible: env.OPENAI_COMPATIBLE_URL
        ? { url: env.OPENAI_COMPATIBLE_URL.replace(/\/+$/, ''), key: env.OPENAI_COMPATIBLE_KEY }
        : undefined,
      fallback: env.DEFAULT_MODEL,
    } satisfies ModelSettings,
  });
}

export type Env = ReturnType<typeof readEnv>;

/** `given` wins over the environment, as the flags of a command do. */
export const loadEnv = (given: Record<string, string> = {}): Env => readEnv({ ...process.env, ...given });

/** Whether a variable has a value at all; for tools that name the ones they cannot do without. */
export function hasEnv(variable: string): boolean {
  return Boolean(process.env[variable]?.trim());
}
