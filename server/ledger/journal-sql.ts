import type pg from 'pg';
import type { JsonValue } from '@/lib/domain/json';
import type { AnswerRecord, CallKey, DecisionKey, LostInFlight, SentRequest } from '@/lib/ports/journal';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { LEASE_CTE, type RunLease } from './lease';
import { longRead } from './pool';
import { FRESH_TEXTS, hashTexts } from './texts';

/** The journal's statements. One round trip a batch; every write carries the check of the lease in itself. */

export interface SentCall {
  readonly key: CallKey;
  readonly keyText: string;
  readonly request: SentRequest;
}

export interface GivenAnswer {
  readonly key: string;
  readonly record: AnswerRecord;
}

export interface FoundJournal {
  readonly answers: ReadonlyMap<string, AnswerRecord>;
  readonly decisions: Map<string, JsonValue>;
  readonly resumedAt: number | null;
  readonly lostInFlight: LostInFlight;
  /** How often a call was sent in vain, by its key; without those that never were. */
  readonly lostDispatches: ReadonlyMap<string, number>;
}

export interface CallRow {
  readonly key: string;
  readonly iteration: number;
  readonly outcome: ModelOutcome | null;
  readonly costUsd: number | null;
  readonly spendUsd: number | null;
  readonly cached: boolean;
  readonly reservedTokens: number;
  readonly reservedUsd: number;
  readonly dispatches: number;
}

export const CALL_COLUMNS = `key, iteration, outcome, "costUsd", "spendUsd", cached, "reservedTokens", "reservedUsd", dispatches`;

export async function readJournal(pool: pg.Pool, runId: string): Promise<FoundJournal> {
  const calls = await pool.query<CallRow>(
    longRead(`SELECT ${CALL_COLUMNS} FROM "JournalCall" WHERE "runId" = $1`, [runId]),
  );
  const decisions = await pool.query<{ key: string; value: JsonValue }>(
    longRead(`SELECT key, value FROM "JournalDecision" WHERE "runId" = $1 AND key NOT LIKE 'log/%'`, [runId]),
  );
  const answers = new Map<string, AnswerRecord>();
  const lost = { calls: 0, reservedTokens: 0, reservedUsd: 0 };
  const lostDispatches = new Map<string, number>();
  let resumedAt: number | null = null;
  for (const row of calls.rows) {
    resumedAt = Math.max(resumedAt ?? row.iteration, row.iteration);
    if (row.outcome) answers.set(row.key, toRecord(row, row.outcome));
    const unanswered = unansweredDispatches(row);
    if (unanswered > 0) lostDispatches.set(row.key, unanswered);
    lost.calls += unanswered;
    lost.reservedTokens += unanswered * row.reservedTokens;
    lost.reservedUsd += unanswered * row.reservedUsd;
  }
  return {
    answers,
    decisions: new Map(decisions.rows.map(({ key, value }) => [key, value])),
    resumedAt,
    lostInFlight: lost,
    lostDispatches,
  };
}

export const emptyJournal = (): FoundJournal => ({
  answers: new Map(),
  decisions: new Map(),
  resumedAt: null,
  lostInFlight: { calls: 0, reservedTokens: 0, reservedUsd: 0 },
  lostDispatches: new Map(),
});

/** Each dispatch but the answered one died with its process; it stays lost when a later one was answered. */
export function unansweredDispatches({ outcome, dispatches }: CallRow): number {
  return outcome ? dispatches - 1 : dispatches;
}

export async function readAnswer(pool: pg.Pool, runId: string, key: string): Promise<AnswerRecord | null> {
  const { rows } = await pool.query<CallRow>(
    `SELECT ${CALL_COLUMNS} FROM "JournalCall" WHERE "runId" = $1 AND key = $2`,
    [runId, key],
  );
  const row = rows[0];
  return row?.outcome ? toRecord(row, row.outcome) : null;
}

export const toRecord = (row: CallRow, outcome: ModelOutcome): AnswerRecord => ({
  outcome,
  costUsd: row.costUsd,
  spendUsd: row.spendUsd,
  ...(row.cached ? { cached: true } : {}),
});

/** False when the lease is gone. A call sent again by another lease counts as one more dispatch. */
export async function writeSent(
  pool: pg.Pool,
  lease: RunLease,
  dispatcher: string,
  calls: readonly SentCall[],
): Promise<boolean> {
  // One row a key: a statement may not touch a row twice.
  const rows = [...new Map(calls.map((call) => [call.keyText, call])).values()];
  const texts = hashTexts(
    pool,
    rows.map(({ request }) => request.messages),
  );
  const { rows: held } = await pool.query(WRITE_SENT, [
    lease.runId,
    lease.fence,
    dispatcher,
    rows.map((call) => call.keyText),
    rows.map((call) => call.key.iteration),
    rows.map((call) => call.key.purpose),
    rows.map((call) => call.request.role),
    rows.map((call) => call.request.model),
    rows.map((call) => call.request.subject),
    rows.map((call) => call.key.promptHash),
    rows.map((call) => call.key.paramsHash),
    texts.byHash.map((list) => JSON.stringify(list)),
    rows.map((call) => Math.ceil(call.request.reservedTokens)),
    rows.map((call) => call.request.reservedUsd),
    texts.hashes,
    texts.bodies,
  ]);
  texts.stored();
  return held.length > 0;
}

/** Calls and their new texts in one commit. The texts are read first, so that all writers take locks in one order. */
const WRITE_SENT = `
WITH ${LEASE_CTE}, texts AS (
  INSERT INTO "Text" (hash, body) ${FRESH_TEXTS(15)} RETURNING hash
), written AS (
  INSERT INTO "JournalCall" ("runId", key, iteration, purpose, role, model, subject, "promptHash", "paramsHash",
    messages, "reservedTokens", "reservedUsd", "sentAt", worker)
  SELECT lease.id, c.key, c.iteration, c.purpose, c.role, c.model, c.subject, c.prompt, c.params,
    c.messages::jsonb, c.tokens, c.usd, clock_timestamp(), $3
  FROM (SELECT count(*) FROM texts) AS kept, lease, unnest($4::text[], $5::int[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::int[], $14::float8[])
    AS c(key, iteration, purpose, role, model, subject, prompt, params, messages, tokens, usd)
  ON CONFLICT ("runId", key) DO UPDATE SET
    dispatches = "JournalCall".dispatches + CASE WHEN "JournalCall".worker = EXCLUDED.worker THEN 0 ELSE 1 END,
    worker = EXCLUDED.worker,
    "reservedTokens" = GREATEST("JournalCall"."reservedTokens", EXCLUDED."reservedTokens"),
    "reservedUsd" = GREATEST("JournalCall"."reservedUsd", EXCLUDED."reservedUsd"),
    "sentAt" = EXCLUDED."sentAt"
  WHERE "JournalCall"."answeredAt" IS NULL
)
SELECT id FROM lease`;

/** The keys that were written, null when the lease is gone. A key that is missing was answered before. */
export async function writeAnswers(
  pool: pg.Pool,
  lease: RunLease,
  answers: readonly GivenAnswer[],
): Promise<ReadonlySet<string> | null> {
  const rows = [...new Map([...answers].reverse().map((one) => [one.key, one])).values()];
  const { rows: result } = await pool.query<{ held: boolean; keys: string[] }>(WRITE_ANSWERS, [
    lease.runId,
    lease.fence,
    rows.map(({ key }) => key),
    rows.map(({ record }) => JSON.stringify(record.outcome)),
    rows.map(({ record }) => record.outcome.tokensIn),
    rows.map(({ record }) => record.outcome.tokensOut),
    rows.map(({ record }) => (record.outcome.ok ? record.outcome.tokensCached : 0)),
    rows.map(({ record }) => record.outcome.delayMs),
    rows.map(({ record }) => record.outcome.attempts),
    rows.map(({ record }) => record.costUsd),
    rows.map(({ record }) => record.spendUsd),
    rows.map(({ record }) => record.cached ?? false),
  ]);
  return result[0]?.held ? new Set(result[0].keys) : null;
}

const WRITE_ANSWERS = `
WITH ${LEASE_CTE}, written AS (
  UPDATE "JournalCall" AS call SET outcome = a.outcome::jsonb, "tokensIn" = a.tokens_in, "tokensOut" = a.tokens_out,
    "tokensCached" = a.tokens_cached, "delayMs" = a.delay_ms, attempts = a.attempts, "costUsd" = a.cost_usd,
    "spendUsd" = a.spend_usd, cached = a.cached,
    "answeredAt" = clock_timestamp()
  FROM lease, unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::float8[], $9::int[], $10::float8[],
    $11::float8[], $12::bool[])
    AS a(key, outcome, tokens_in, tokens_out, tokens_cached, delay_ms, attempts, cost_usd, spend_usd, cached)
  WHERE call."runId" = lease.id AND call.key = a.key AND call."answeredAt" IS NULL
  RETURNING call.key
)
SELECT EXISTS (SELECT 1 FROM lease) AS held, COALESCE((SELECT array_agg(key) FROM written), '{}') AS keys`;

/** Returns the stored value, from this writer or an earlier one; undefined when the lease is gone. */
export async function insertDecision(
  pool: pg.Pool,
  lease: RunLease,
  key: DecisionKey & { readonly text: string },
  value: JsonValue,
): Promise<JsonValue | undefined> {
  const { rows } = await pool.query<{ value: JsonValue }>(INSERT_DECISION, [
    lease.runId,
    lease.fence,
    key.text,
    key.iteration,
    key.kind,
    JSON.stringify(value),
  ]);
  return rows[0]?.value;
}

const INSERT_DECISION = `
WITH ${LEASE_CTE}
INSERT INTO "JournalDecision" ("runId", key, iteration, kind, value, at)
SELECT lease.id, $3, $4, $5, $6::jsonb, clock_timestamp() FROM lease
ON CONFLICT ("runId", key) DO UPDATE SET kind = EXCLUDED.kind
RETURNING value`;
