import type pg from 'pg';
import type { RolloutLimits } from '@/lib/domain/agent';
import type { JsonValue } from '@/lib/domain/json';
import type { CallStatus } from '@/lib/domain/model-call';
import type { Dialect } from '@/lib/domain/trajectory';
import { type AttemptName, type Heard, SECONDS_LEFT, STATUS_TOLD } from './rollouts';

/**
 * Model calls of agents. A call is written before it is sent upstream, with the most that it can take, and completed when
 * it ends: what a crash leaves behind is charged at that reservation, never forgotten.
 */

/** Why a call was not answered: the limit that it would pass, or what failed. */
export type CallFault =
  | keyof RolloutLimits
  | 'ended'
  | 'unsigned'
  | 'badRequest'
  | 'provider'
  | 'leftByAgent';

export interface CallCost {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  /** Null = the model has no price. */
  readonly costUsd: number | null;
  readonly countedBy: 'proxy' | 'reservation';
}

export interface NewCall extends AttemptName, CallCost {
  readonly ordinal: number;
  readonly dialect: Dialect;
  readonly digest: string;
  readonly retryOf: number | null;
  /** `sent`, or the end of a call that is never sent. */
  readonly status: Extract<CallStatus, 'sent' | 'refused' | 'stray'>;
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly startedAt: Date;
  readonly asked: Readonly<Record<string, JsonValue>>;
  readonly sent: Readonly<Record<string, JsonValue>>;
  readonly request: Buffer;
}

export interface EndedCall extends AttemptName, CallCost {
  readonly ordinal: number;
  readonly status: Extract<CallStatus, 'answered' | 'cut' | 'failed' | 'stray'>;
  readonly httpStatus: number | null;
  readonly fault: CallFault | null;
  readonly endedAt: Date;
  readonly firstByteMs: number | null;
  readonly delayMs: number;
  /** Null = no reply that could be read. */
  readonly reply: Buffer | null;
}

export type CallRow = Omit<NewCall, 'status' | 'request'> &
  Omit<EndedCall, 'status' | 'endedAt' | 'delayMs'> & {
    readonly status: CallStatus;
    readonly endedAt: Date | null;
    readonly delayMs: number | null;
    /** Null once the trajectory is stored. */
    readonly request: Buffer | null;
  };

/** Planning such a statement takes longer than running it, so those of a few rows stay prepared on their connection. */
const PREPARED_ROWS_MAX = 8;

function forRows(name: string, textFor: (rows: number) => string) {
  const known = new Map<number, { readonly name: string; readonly text: string }>();
  return (rows: number): { readonly name?: string; readonly text: string } => {
    if (rows > PREPARED_ROWS_MAX) return { text: textFor(rows) };
    const statement = known.get(rows) ?? { name: `${name}-${rows}`, text: textFor(rows) };
    known.set(rows, statement);
    return statement;
  };
}

/** `(…), (…)`: one place for each column of each row; `place` counts from 0. */
function rowsOf<Column>(
  rows: number,
  columns: readonly Column[],
  placeFor: (column: Column, place: number) => string,
): string {
  const row = (_: unknown, at: number) =>
    `(${columns.map((column, index) => placeFor(column, at * columns.length + index)).join(', ')})`;
  return Array.from({ length: rows }, row).join(', ');
}

const NEW_COLUMNS = [
  ['rolloutId', 'id'],
  ['attempt', 'attempt'],
  ['ordinal', 'ordinal'],
  ['dialect', 'dialect'],
  ['digest', 'digest'],
  ['retryOf', 'retryOf'],
  ['status', 'status'],
  ['httpStatus', 'httpStatus'],
  ['fault', 'fault'],
  ['startedAt', 'startedAt'],
  ['asked', 'asked'],
  ['sent', 'sent'],
  ['tokensIn', 'tokensIn'],
  ['tokensOut', 'tokensOut'],
  ['tokensCached', 'tokensCached'],
  ['costUsd', 'costUsd'],
  ['countedBy', 'countedBy'],
  ['request', 'request'],
] as const satisfies readonly (readonly [string, keyof NewCall])[];

/** An agent that makes many calls was heard of each few seconds. */
const HEARD_SECONDS = 5;

/** Does not wait for the disk; `writeLateCalls` does. What `relaxed` sets has to be read by the statement, or it is not run. */
const NEW = `
  WITH heard AS (
    SELECT rollout.id, rollout.attempt, ${STATUS_TOLD}, ${SECONDS_LEFT} AS "secondsLeft"
    FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::int[]) AS each(id, attempt)) AS given
    JOIN "Rollout" AS rollout USING (id, attempt),
      (SELECT set_config('synchronous_commit', 'off', true) AS value) AS relaxed
    WHERE relaxed.value = 'off'
  ), noted AS (
    UPDATE "Rollout" AS rollout SET "heardAt" = now() FROM heard
    WHERE rollout.id = heard.id AND rollout.attempt = heard.attempt
      AND (rollout."heardAt" IS NULL OR rollout."heardAt" < now() - interval '${HEARD_SECONDS} seconds')
  ), written AS (
    INSERT INTO "AgentCall" (${NEW_COLUMNS.map(([column]) => `"${column}"`).join(', ')}) VALUES ROWS
    ON CONFLICT DO NOTHING
  )
  SELECT * FROM heard`;

const newStatement = forRows('agent-calls-new', (calls) =>
  NEW.replace('ROWS', () => rowsOf(calls, NEW_COLUMNS, (_, place) => `$${place + 3}`)),
);

/**
 * Writes the calls and updates when their agents were last heard of, in one round trip for all of them. Other connections see
 * the rows at once; they are durable after the next flush of `writeLateCalls`. Answers the state of each call's attempt, in the order given; null =
 * there is no such attempt.
 */
export async function writeNewCalls(
  pool: pg.Pool,
  calls: readonly NewCall[],
): Promise<readonly (Heard | null)[]> {
  const told = await pool.query<AttemptName & Heard>({
    ...newStatement(calls.length),
    values: [
      calls.map(({ id }) => id),
      calls.map(({ attempt }) => attempt),
      ...calls.flatMap((call) => NEW_COLUMNS.map(([, field]) => call[field])),
    ],
  });
  const heard = new Map(told.rows.map((row) => [`${row.id}/${row.attempt}`, row]));
  return calls.map(({ id, attempt }) => heard.get(`${id}/${attempt}`) ?? null);
}

/** A stray call is in no trajectory, so nothing of its body is kept. */
const END = `
  UPDATE "AgentCall" AS call SET status = ended.status, "httpStatus" = ended."httpStatus", fault = ended.fault,
    "endedAt" = ended."endedAt", "firstByteMs" = ended."firstByteMs", "delayMs" = ended."delayMs",
    "tokensIn" = ended."tokensIn", "tokensOut" = ended."tokensOut", "tokensCached" = ended."tokensCached",
    "costUsd" = ended."costUsd", "countedBy" = ended."countedBy", reply = ended.reply,
    request = CASE WHEN ended.status = 'stray' THEN NULL ELSE call.request END
  FROM (VALUES ROWS) AS ended(id, attempt, ordinal, status, "httpStatus", fault, "endedAt", "firstByteMs", "delayMs",
    "tokensIn", "tokensOut", "tokensCached", "costUsd", "countedBy", reply),
    (SELECT set_config('synchronous_commit', $1, true) AS value) AS disk
  WHERE disk.value = $1 AND call."rolloutId" = ended.id AND call.attempt = ended.attempt AND call.ordinal = ended.ordinal`;

const ENDED_FIELDS = [
  ['id', 'text'],
  ['attempt', 'int'],
  ['ordinal', 'int'],
  ['status', 'text'],
  ['httpStatus', 'int'],
  ['fault', 'text'],
  ['endedAt', 'timestamptz'],
  ['firstByteMs', 'int'],
  ['delayMs', 'int'],
  ['tokensIn', 'int'],
  ['tokensOut', 'int'],
  ['tokensCached', 'int'],
  ['costUsd', 'float8'],
  ['countedBy', 'text'],
  ['reply', 'bytea'],
] as const satisfies readonly (readonly [keyof EndedCall, string])[];

const endStatement = forRows('agent-calls-end', (calls) =>
  END.replace('ROWS', () => rowsOf(calls, ENDED_FIELDS, ([, type], place) => `$${place + 2}::${type}`)),
);

/** A wish to have on the disk what was written before. */
export const FLUSH = 'flush';

/**
 * Ends of calls and wishes for a flush, in one round trip. A commit that waits for the disk takes with it what other
 * connections committed earlier; without a wish none waits, and a call whose end a crash of Postgres takes back keeps its
 * reservation.
 */
export async function writeLateCalls(
  pool: pg.Pool,
  late: readonly (EndedCall | typeof FLUSH)[],
): Promise<readonly undefined[]> {
  const ended = late.filter((each) => each !== FLUSH);
  const isFlushed = ended.length < late.length;
  if (ended.length > 0) {
    const values = ended.flatMap((call) => ENDED_FIELDS.map(([field]) => call[field]));
    await pool.query({ ...endStatement(ended.length), values: [isFlushed ? 'on' : 'off', ...values] });
  } else
    await pool.query({
      name: 'agent-calls-flush',
      text: `SELECT pg_logical_emit_message(true, 'waggle', '')`,
    });
  return late.map(() => undefined);
}

/** In the order of their arrival. */
export async function readCalls(pool: pg.Pool, { id, attempt }: AttemptName): Promise<readonly CallRow[]> {
  const { rows } = await pool.query<CallRow>(
    `SELECT "rolloutId" AS id, attempt, ordinal, dialect, digest, "retryOf", status, "httpStatus", fault, "startedAt",
       "endedAt", "firstByteMs", "delayMs", asked, sent, "tokensIn", "tokensOut", "tokensCached", "costUsd",
       "countedBy", request, reply
     FROM "AgentCall" WHERE "rolloutId" = $1 AND attempt = $2 ORDER BY ordinal`,
    [id, attempt],
  );
  return rows;
}

/** Calls whose end is not known. */
export async function openCallCount(pool: pg.Pool, { id, attempt }: AttemptName): Promise<number> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM "AgentCall" WHERE "rolloutId" = $1 AND attempt = $2 AND status = 'sent'`,
    [id, attempt],
  );
  return rows[0]?.open ?? 0;
}

/** Once the trajectory is stored, the bodies are not needed; what the calls cost stays. */
export async function dropCallBodies(pool: pg.Pool, { id, attempt }: AttemptName): Promise<void> {
  await pool.query(
    `UPDATE "AgentCall" SET request = NULL, reply = NULL WHERE "rolloutId" = $1 AND attempt = $2`,
    [id, attempt],
  );
}
