import path from 'node:path';
import { z } from 'zod';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@/lib/domain/password-rule';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { type AppWorldConfig, appWorldConfig, appWorldShape } from '@/server/config/appworld';
import { isLongSecret, SHORT_SECRET } from '@/server/config/installation-secret';
import { embeddedDatabaseUrl, foundSecret, keptSecret } from '@/server/config/kept-secrets';
import { missingObjects, type ObjectsConfig, objectsConfig, objectsShape } from '@/server/config/objects';

/**
 * The environment, read once and checked as a whole, so that an operator fixes all faults at once. Nothing else in
 * the product reads process.env for a setting of its own. Knows nothing of what the settings are for.
 */

const PORT_MAX = 65_535;
const SERVING_STEP = 100;
const port = z.coerce.number().int().min(1).max(PORT_MAX);
const onOff = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a full address that begins with http:// or https://',
});

const ownerPassword = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `is too short: choose at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX, `is too long: choose at most ${PASSWORD_LENGTH_MAX} characters`);
const secret = z.string().refine(isLongSecret, SHORT_SECRET);

const environmentShape = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgresql://user:password@host:5432/database',
    })
    .optional(),
  PORT: port.default(3000),
  /** Where the flag server listens, which serves flags and the gateway without pages. */
  WAGGLE_SERVING_PORT: port.optional(),
  /** Where agents reach the flag server, if not on this machine: their model calls go through it. */
  WAGGLE_AGENT_PROXY_URL: httpUrl.optional(),
  /** The address that the web server listens on. */
  WAGGLE_HOST: z.string().default('127.0.0.1'),
  WAGGLE_OWNER_EMAIL: z.email().default('owner@waggle.localhost'),
  WAGGLE_OWNER_PASSWORD: ownerPassword.optional(),
  WAGGLE_BASE_URL: httpUrl.optional(),
  WAGGLE_TRUST_PROXY: onOff.default(false),
  NEXTAUTH_SECRET: secret.optional(),
  WAGGLE_SECRET: secret.optional(),
  WAGGLE_PRACTICE_URL: httpUrl.optional(),
  WAGGLE_PRACTICE_PORT: port.default(4010),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  WAGGLE_LOG_PROMPTS: onOff.default(false),
  WAGGLE_ALLOWED_ADDRESSES: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WAGGLE_WORKER_RUNS: z.coerce.number().int().min(1).max(64).default(4),
  WAGGLE_WORKER_ROLLOUTS: z.coerce.number().int().min(0).max(4096).default(64),
  WAGGLE_COMMANDS: z.string().optional(),
  WAGGLE_PROVIDER_PATIENCE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(1800),
  /** How long no run may have been going before the experiments of the tour are seeded. */
  WAGGLE_SEED_AFTER_QUIET_SECONDS: z.coerce.number().int().min(0).max(86_400).default(45),
  WAGGLE_METRICS_TOKEN: z.string().min(16).optional(),
  WAGGLE_REQUESTS_PER_MINUTE: z.coerce.number().int().min(10).max(10_000_000).default(1200),
  WAGGLE_EVALUATIONS_PER_MINUTE: z.coerce.number().int().min(10).max(100_000_000).default(1_000_000),
  WAGGLE_OIDC_ISSUER: httpUrl.optional(),
  WAGGLE_OIDC_CLIENT_ID: z.string().optional(),
  WAGGLE_OIDC_CLIENT_SECRET: z.string().optional(),
  WAGGLE_OIDC_NAME: z.string().default('Single sign-on'),
  WAGGLE_POOL_SIZE: z.coerce.number().int().min(2).max(80).default(10),
  /** A worker makes one for each attempt at a task: a sandbox on its own kernel, or a container. */
  WAGGLE_SANDBOX: z.enum(['bubblewrap', 'docker', 'podman']).default('bubblewrap'),
  ...objectsShape.shape,
  ...appWorldShape.shape,
  /** Starts Harbor, such as `harbor` or `uvx harbor`; split at spaces. */
  WAGGLE_HARBOR_COMMAND: z.string().optional(),
});

export interface Config {
  readonly databaseUrl: string;
  /** Connections that one process may hold; all processes together must stay below Postgres' max_connections. */
  readonly poolSize: number;
  readonly port: number;
  /** Port of the flag server. */
  readonly servingPort: number;
  /** Where agents reach the flag server, without a slash at the end. */
  readonly agentProxyUrl: string;
  readonly host: string;
  readonly dataDir: string;
  readonly ownerEmail: string;
  /** Null: the seed makes one up and prints it once. */
  readonly ownerPassword: string | null;
  /** The origin that people's browsers use, without a slash at the end. */
  readonly baseUrl: string;
  /** The operator runs a proxy in front, and its X-Forwarded-For is trusted. */
  readonly trustProxy: boolean;
  /** Signs sessions and encrypts provider keys. */
  readonly secret: string;
  readonly practiceUrl: string;
  readonly practicePort: number;
  readonly otlpEndpoint: string | null;
  readonly logPrompts: boolean;
  /** host, host:port or CIDR that may be called although private; the practice model is always among them. */
  readonly allowedAddresses: readonly string[];
  readonly logLevel: string;
  readonly workerRuns: number;
  /** Rollouts of other workers' runs that this worker carries at once; 0 = none. */
  readonly workerRollouts: number;
  /** The file in which the operator names programs for runs to use; null = none. */
  readonly commandsFile: string | null;
  /** How long a run waits for a provider that is away before it pauses. */
  readonly providerPatienceMs: number;
  readonly seedAfterQuietMs: number;
  /** Lets a scraper read /metrics without an owner's key; null = owners only. */
  readonly metricsToken: string | null;
  /** Requests that one person or key may send in a minute. */
  readonly requestsPerMinute: number;
  /** Times that one key may ask a slot for its prompt in a minute. */
  readonly evaluationsPerMinute: number;
  readonly oidc: OidcConfig | null;
  /** Where bodies of traces are kept; null = in the database. */
  readonly objects: ObjectsConfig | null;
  readonly sandbox: 'bubblewrap' | 'docker' | 'podman';
  readonly appWorld: AppWorldConfig | null;
  /** Program and first arguments of Harbor's command line; null = attempts cannot run in it. */
  readonly harborCommand: readonly string[] | null;
}

/** Sign-in at the organisation's own identity provider, for people who were invited by e-mail. */
export interface OidcConfig {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** So that two installations on one machine that differ in PORT differ in this one too. */
export function besidePort(webPort: number): number {
  return webPort + SERVING_STEP <= PORT_MAX ? webPort + SERVING_STEP : webPort - SERVING_STEP;
}

/** The data folder alone, for callers that need it before a database exists. */
export function readDataDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.resolve(/*turbopackIgnore: true*/ env.WAGGLE_DATA_DIR || '.data');
}

/** The installation's secret where it has one; unlike the configuration, makes none. */
export function readSecret(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  return env.WAGGLE_SECRET || env.NEXTAUTH_SECRET || foundSecret(readDataDir(env));
}

/** Parses an environment; throws one CONFIG_INVALID that names every fault. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentShape.safeParse(given);
  if (!parsed.success) {
    throw invalidConfig(
      parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    );
  }
  const values = parsed.data;
  const missing = missingObjects(values);
  if (missing.length > 0)
    throw invalidConfig(missing.map((path) => ({ path, message: 'is not set: an object store needs it' })));
  const servingPort = values.WAGGLE_SERVING_PORT ?? besidePort(values.PORT);
  const dataDir = readDataDir(given);
  const databaseUrl = values.DATABASE_URL ?? embeddedDatabaseUrl(dataDir);
  if (databaseUrl === null) {
    const message = 'is not set and no embedded Postgres is there: run npm start once, or set it';
    throw invalidConfig([{ path: 'DATABASE_URL', message }]);
  }
  const practiceUrl = trimSlash(
    values.WAGGLE_PRACTICE_URL ?? `http://127.0.0.1:${values.WAGGLE_PRACTICE_PORT}/v1`,
  );
  return {
    databaseUrl,
    poolSize: values.WAGGLE_POOL_SIZE,
    port: values.PORT,
    servingPort,
    agentProxyUrl: trimSlash(values.WAGGLE_AGENT_PROXY_URL ?? `http://127.0.0.1:${servingPort}`),
    host: values.WAGGLE_HOST,
    dataDir,
    ownerEmail: values.WAGGLE_OWNER_EMAIL,
    ownerPassword: values.WAGGLE_OWNER_PASSWORD ?? null,
    baseUrl: trimSlash(values.WAGGLE_BASE_URL ?? `http://127.0.0.1:${values.PORT}`),
    trustProxy: values.WAGGLE_TRUST_PROXY,
    secret: values.WAGGLE_SECRET ?? values.NEXTAUTH_SECRET ?? keptSecret(dataDir),
    practiceUrl,
    practicePort: values.WAGGLE_PRACTICE_PORT,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logPrompts: values.WAGGLE_LOG_PROMPTS,
    allowedAddresses: [new URL(practiceUrl).host, ...splitList(values.WAGGLE_ALLOWED_ADDRESSES)],
    logLevel: values.LOG_LEVEL,
    workerRuns: values.WAGGLE_WORKER_RUNS,
    workerRollouts: values.WAGGLE_WORKER_ROLLOUTS,
    commandsFile: values.WAGGLE_COMMANDS ?? null,
    seedAfterQuietMs: values.WAGGLE_SEED_AFTER_QUIET_SECONDS * 1000,
    providerPatienceMs: values.WAGGLE_PROVIDER_PATIENCE_SECONDS * 1000,
    metricsToken: values.WAGGLE_METRICS_TOKEN ?? null,
    requestsPerMinute: values.WAGGLE_REQUESTS_PER_MINUTE,
    evaluationsPerMinute: values.WAGGLE_EVALUATIONS_PER_MINUTE,
    oidc: oidcConfig(values),
    objects: objectsConfig(values),
    sandbox: values.WAGGLE_SANDBOX,
    appWorld: appWorldConfig(values),
    harborCommand: values.WAGGLE_HARBOR_COMMAND?.match(/\S+/g) ?? null,
  };
}

let memo: Config | undefined;

/** The configuration of this process. */
export function config(): Config {
  memo ??= parseConfig(process.env);
  return memo;
}

/** For tests and benches, which change the environment between two pieces of work. */
export function forgetConfig(): void {
  memo = undefined;
}

function invalidConfig(faults: readonly FieldFault[]): AppError {
  const listed = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ');
  return new AppError('CONFIG_INVALID', `The settings in the environment cannot be used: ${listed}.`, {
    fields: faults,
  });
}

function oidcConfig(values: z.infer<typeof environmentShape>): OidcConfig | null {
  const {
    WAGGLE_OIDC_ISSUER: issuer,
    WAGGLE_OIDC_CLIENT_ID: clientId,
    WAGGLE_OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  if (!issuer || !clientId || !clientSecret) return null;
  return { name: values.WAGGLE_OIDC_NAME, issuer: trimSlash(issuer), clientId, clientSecret };
}

function splitList(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
