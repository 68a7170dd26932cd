import { ROLES, type Role } from '@/lib/domain/actor';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { hashPassword } from '@/server/accounts/password';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeSharedListener } from '@/server/events/read-events';
import { closeLedgerPool } from '@/server/ledger/pool';
import { type OperationCall, operationNamed, requestOf } from '@/server/operations/call-operation';
import { servedOf } from '@/server/operations/operation-table';
import { closeServing } from '@/server/serving/serving';

/** The real operations, called in this process against the test's own database. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>> | string;
  /** A value is sent as JSON; a string, bytes or a form as is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: signed out. Default: owner. */
  readonly as?: Role | null;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface TestApi {
  readonly database: TestDatabase;
  readonly workspaceId: string;
  readonly password: string;
  readonly keys: Readonly<Record<Role, string>>;
  call(operationId: string, options?: CallOptions): Promise<Called>;
  close(): Promise<void>;
}

export const BASE_URL = 'http://127.0.0.1:3000';
/** No server listens here. */
export const PRACTICE_URL = 'http://127.0.0.1:4/v1';

export async function startTestApi(environment: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    WAGGLE_SECRET: 'a secret of tests, thirty-two characters or more',
    WAGGLE_BASE_URL: BASE_URL,
    WAGGLE_REQUESTS_PER_MINUTE: '10000000',
    WAGGLE_PRACTICE_URL: PRACTICE_URL,
    LOG_LEVEL: 'silent',
    ...environment,
  };
  const before = new Map(Object.keys(settings).map((name) => [name, process.env[name]]));
  Object.assign(process.env, settings);
  forgetConfig();
  const password = 'correct horse battery staple';
  const { workspaceId, keys } = await populate(database, password);
  return {
    database,
    workspaceId,
    password,
    keys,
    call: (operationId, options = {}) => callOperation(operationId, options, keys),
    async close() {
      await closeServing();
      await Promise.all([closeDb(), closeLedgerPool(), closeSharedListener()]);
      await database.close();
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      forgetConfig();
    },
  };
}

async function populate({ db }: TestDatabase, password: string) {
  const workspaceId = 'wsp_test';
  await db.workspace.create({ data: { id: workspaceId, name: 'Test' } });
  const passwordHash = await hashPassword(password);
  const keys: Record<string, string> = {};
  for (const role of ROLES) {
    const { secret, hash, prefix } = makeKeySecret();
    keys[role] = secret;
    await db.apiKey.create({
      data: { id: `key_${role}`, workspaceId, name: role, role, secretHash: hash, prefix, createdBy: 'test' },
    });
    const userId = `usr_${role}`;
    await db.user.create({ data: { id: userId, email: `${role}@example.com`, name: role, passwordHash } });
    await db.membership.create({ data: { workspaceId, userId, role } });
  }
  return { workspaceId, keys: keys as Record<Role, string> };
}

async function callOperation(
  operationId: string,
  options: CallOptions,
  keys: Readonly<Record<Role, string>>,
) {
  const operation = operationNamed(operationId);
  const params = { ...options.params };
  const query = new URLSearchParams(options.query ?? {});
  const request = requestOf(operation, { params, query, ...requestParts(options, keys) });
  return readAnswer(await (await servedOf(operation)).handle(request, params));
}

function requestParts(options: CallOptions, keys: Readonly<Record<Role, string>>) {
  const role = options.as === undefined ? 'owner' : options.as;
  const headers = new Headers(role === null ? {} : { authorization: `Bearer ${keys[role]}` });
  const { body } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (body === undefined) return { headers };
  return { headers, body: isRaw ? (body as OperationCall['body'] & {}) : JSON.stringify(body) };
}

/**
 * Reads only the first chunk of a stream that follows a source, because it would last as long as the source.
 */
async function readAnswer(response: Response): Promise<Called> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? await firstWords(response) : await response.text();
  const isJson = /[/+]json(;|$)/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

async function firstWords(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}
