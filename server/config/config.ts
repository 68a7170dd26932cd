import path from 'node:path';
import { z } from 'zod';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { embeddedDatabaseUrl, keptSecret } from '@/server/config/kept-secrets';

/**
 * The environment, read once and checked as a whole, so that a person mends all faults in one go. Nothing else in
 * the product reads process.env for a setting of its own. Knows nothing of what the settings are for.
 */

const MIN_PASSWORD = 12;
const port = z.coerce.number().int().min(1).max(65_535);
const onOff = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a full address that begins with http:// or https://',
});

const environmentShape = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgresql://user:password@host:5432/database',
    })
    .optional(),
  PORT: port.default(3000),
  WAGGLE_DATA_DIR: z.string().default('.data'),
  WAGGLE_OWNER_EMAIL: z.email().default('owner@waggle.localhost'),
  WAGGLE_OWNER_PASSWORD: z.string().min(MIN_PASSWORD).optional(),
  WAGGLE_BASE_URL: httpUrl.optional(),
  NEXTAUTH_SECRET: z.string().min(32).optional(),
  WAGGLE_SECRET: z.string().min(32).optional(),
  WAGGLE_PRACTICE_URL: httpUrl.optional(),
  WAGGLE_PRACTICE_PORT: port.default(4011),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  WAGGLE_LOG_PROMPTS: onOff.default(false),
  WAGGLE_ALLOWED_ADDRESSES: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WAGGLE_WORKER_RUNS: z.coerce.number().int().min(1).max(64).default(4),
  WAGGLE_POOL_SIZE: z.coerce.number().int().min(2).max(80).default(10),
});

export interface Config {
  readonly databaseUrl: string;
  /** Connections that one process may hold; all processes together must stay below Postgres' max_connections. */
  readonly poolSize: number;
  readonly port: number;
  readonly dataDir: string;
  readonly ownerEmail: string;
  /** Null: the seed makes one up and prints it once. */
  readonly ownerPassword: string | null;
  /** The origin that people's browsers use, without a slash at the end. */
  readonly baseUrl: string;
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
  const dataDir = path.resolve(values.WAGGLE_DATA_DIR);
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
    dataDir,
    ownerEmail: values.WAGGLE_OWNER_EMAIL,
    ownerPassword: values.WAGGLE_OWNER_PASSWORD ?? null,
    baseUrl: trimSlash(values.WAGGLE_BASE_URL ?? `http://127.0.0.1:${values.PORT}`),
    secret: values.WAGGLE_SECRET ?? values.NEXTAUTH_SECRET ?? keptSecret(dataDir),
    practiceUrl,
    practicePort: values.WAGGLE_PRACTICE_PORT,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logPrompts: values.WAGGLE_LOG_PROMPTS,
    allowedAddresses: [new URL(practiceUrl).host, ...splitList(values.WAGGLE_ALLOWED_ADDRESSES)],
    logLevel: values.LOG_LEVEL,
    workerRuns: values.WAGGLE_WORKER_RUNS,
  };
}

let memo: Config | undefined;

/** The configuration of this process. */
export function config(): Config {
  memo ??= parseConfig(process.env);
  return memo;
}

/** For tests that change the environment between two cases. */
export function forgetConfig(): void {
  memo = undefined;
}

function invalidConfig(faults: readonly FieldFault[]): AppError {
  const listed = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ');
  return new AppError('CONFIG_INVALID', `The settings in the environment cannot be used: ${listed}.`, {
    fields: faults,
  });
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
