import type pg from 'pg';
import type { EndedCall, NewCall } from './agent-calls';
import { type AttemptName, type Heard, SECONDS_LEFT, STATUS_TOLD } from './rollouts';

/**
 * Writes of the recording proxy: each is one statement for all calls that it is given, prepared for a few of them. What does
 * not wait for the disk says so.
 */

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

/** Does not wait for the disk; what follows it does. What `relaxed` sets has to be read by the statement, or it is not run. */
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

function endQuery(ended: readonly EndedCall[], disk: 'on' | 'off') {
  const values = ended.flatMap((call) => ENDED_FIELDS.map(([field]) => call[field]));
  return { ...endStatement(ended.length), values: [disk, ...values] };
}

/** Changes nothing, but its commit waits for the disk. */
const FLUSH = { name: 'agent-calls-flush', text: `SELECT pg_logical_emit_message(true, 'waggle', '')` };

/** A commit that waits for the disk takes with it what other connections committed earlier. */
const flushQuery = (ended: readonly EndedCall[]) => (ended.length > 0 ? endQuery(ended, 'on') : FLUSH);

function newQuery(calls: readonly NewCall[]) {
  const values = calls.flatMap((call) => NEW_COLUMNS.map(([, field]) => call[field]));
  return {
    ...newStatement(calls.length),
    values: [calls.map(({ id }) => id), calls.map(({ attempt }) => attempt), ...values],
  };
}

function heardOf(calls: readonly NewCall[], { rows }: pg.QueryResult<AttemptName & Heard>) {
  const heard = new Map(rows.map((row) => [`${row.id}/${row.attempt}`, row]));
  return calls.map(({ id, attempt }) => heard.get(`${id}/${attempt}`) ?? null);
}

/**
 * Writes the calls and updates when their agents were last heard of, in one round trip for all of them. Other connections
 * see the rows at once; they are durable after the next flush. Answers the state of each call's attempt, in the order given;
 * null = there is no such attempt.
 */
export async function writeNewCalls(
  pool: pg.Pool,
  calls: readonly NewCall[],
): Promise<readonly (Heard | null)[]> {
  return heardOf(calls, await pool.query<AttemptName & Heard>(newQuery(calls)));
}

/** The same, with a flush and ends of other calls in the same packet; `durable` resolves later than the answer. */
export async function writeAndFlushNewCalls(
  pool: pg.Pool,
  calls: readonly NewCall[],
  ended: readonly EndedCall[],
): Promise<{ readonly heard: readonly (Heard | null)[]; readonly durable: Promise<void> }> {
  const client = await pool.connect();
  const { stream } = client.connection;
  stream.cork();
  const opening = client.query<AttemptName & Heard>(newQuery(calls));
  const flushing = client.query(flushQuery(ended));
  stream.uncork();
  Promise.all([opening, flushing]).then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
  return { heard: heardOf(calls, await opening), durable: flushing.then(() => undefined) };
}

/** Writes ends of calls, and brings all that was written before to the disk. */
export async function flushCalls(pool: pg.Pool, ended: readonly EndedCall[]): Promise<void> {
  await pool.query(flushQuery(ended));
}

/** Without waiting for the disk: a call whose end a crash of Postgres takes back keeps its reservation. */
export async function writeEndedCalls(pool: pg.Pool, ended: readonly EndedCall[]): Promise<void> {
  await pool.query(endQuery(ended, 'off'));
}
