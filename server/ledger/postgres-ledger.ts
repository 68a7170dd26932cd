import type pg from 'pg';
import type { Fact } from '@/lib/domain/ledger-entry';
import { endedStatus } from '@/lib/domain/run';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Ledger } from '@/lib/ports/ledger';
import { projectSummary, readSummary } from '@/lib/projection/run-summary';
import { runEndSentence } from '@/lib/words/run-end';
import { type ReckonAccepted, writeAccepted } from './accepted-prompts';
import { holdingOut } from './database-fault';
import { leaseLost, type RunLease } from './lease';
import { storable } from './storable';

/**
 * The ledger on Postgres. The lock on the run's row hands out numbers without gaps; facts, the run's status and its
 * summary change in one transaction, so that no reader ever sees one without the other. Watchers are told
 * through NOTIFY, which Postgres delivers only after a commit.
 */
export const LEDGER_CHANNEL = 'waggle_ledger';

/** How long facts may wait for company. Short enough for a live page, long enough to make batches of a busy run. */
const GATHER_MS = 40;

export function makePostgresLedger(
  pool: pg.Pool,
  lease: RunLease,
  /** Absent = this ledger takes no measurements of prompts. */
  reckonAccepted: ReckonAccepted = async () => [],
): Ledger {
  let waiting: Fact[] = [];
  let lastWrite: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** Once a write has failed nothing after it may be written: facts would be missing in between. */
  let failure: unknown;

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    lastWrite = lastWrite.then(async () => {
      if (failure) throw failure;
      const facts = waiting;
      waiting = [];
      if (facts.length === 0) return;
      try {
        await holdingOut(() => appendFacts(pool, lease, { facts: facts.map(storable), reckonAccepted }));
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    return lastWrite;
  }

  return {
    append(fact) {
      if (failure) throw failure;
      waiting.push(fact);
      timer ??= setTimeout(() => {
        // The next append or flush throws the failure; this timer has no caller to tell.
        write().catch((error) => {
          failure = error;
        });
      }, GATHER_MS);
    },
    flush: () => write(),
  };
}

interface RunRow {
  readonly lastSeq: number;
  readonly summary: unknown;
}

async function appendFacts(
  pool: pg.Pool,
  lease: RunLease,
  { facts, reckonAccepted }: { readonly facts: readonly Fact[]; readonly reckonAccepted: ReckonAccepted },
): Promise<void> {
  // Before the run's row is locked: the journal's writers wait behind that lock.
  const accepted = await reckonAccepted(facts);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<RunRow>(
      `SELECT "lastSeq", summary FROM "Run" WHERE id = $1 AND fence = $2 FOR NO KEY UPDATE`,
      [lease.runId, lease.fence],
    );
    const run = rows[0];
    if (!run) throw leaseLost(lease);
    const fresh = await notYetStated(client, lease.runId, facts);
    if (fresh.length > 0) await insertFacts(client, lease.runId, run, fresh);
    const keys = new Set(fresh.map(({ key }) => key));
    await writeAccepted(
      client,
      lease.runId,
      accepted.filter(({ factKey }) => keys.has(factKey)),
    );
    await client.query('COMMIT');
  } catch (error) {
    // A connection that is gone or cannot even roll back is thrown away below; the first error is the one that counts.
    if (isDatabaseGone(error)) broken = error as Error;
    else
      await client.query('ROLLBACK').catch((rollbackError) => {
        broken = rollbackError as Error;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Facts whose key does not stand yet, each key once. */
async function notYetStated(client: pg.PoolClient, runId: string, facts: readonly Fact[]): Promise<Fact[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM "LedgerEntry" WHERE "runId" = $1 AND key = ANY($2::text[])`,
    [runId, facts.map((fact) => fact.key)],
  );
  const stated = new Set(rows.map(({ key }) => key));
  return facts.filter(({ key }) => {
    const isNew = !stated.has(key);
    stated.add(key);
    return isNew;
  });
}

async function insertFacts(
  client: pg.PoolClient,
  runId: string,
  run: RunRow,
  facts: readonly Fact[],
): Promise<void> {
  const lastSeq = run.lastSeq + facts.length;
  await client.query(INSERT_FACTS, [
    runId,
    facts.map((_, index) => run.lastSeq + index + 1),
    facts.map((fact) => fact.type),
    facts.map((fact) => fact.key),
    facts.map((fact) => JSON.stringify(fact.data)),
    facts.map((fact) => JSON.stringify(fact.measured)),
    facts.map((fact) => new Date(fact.measured.atMs).toISOString()),
  ]);
  const summary = projectSummary(readSummary(run.summary), facts);
  await client.query(`UPDATE "Run" SET "lastSeq" = $2, summary = $3::jsonb WHERE id = $1`, [
    runId,
    lastSeq,
    JSON.stringify(summary),
  ]);
  for (const fact of facts) await projectStatus(client, runId, fact);
  const heldOutUses = facts.filter(
    (fact) => fact.type === 'heldOut.measured' && fact.data.split === 'heldOut',
  ).length;
  if (heldOutUses > 0) await client.query(COUNT_HELD_OUT_USES, [runId, heldOutUses]);
  await client.query('SELECT pg_notify($1, $2)', [LEDGER_CHANNEL, `${runId}:${lastSeq}`]);
}

const INSERT_FACTS = `
INSERT INTO "LedgerEntry" ("runId", seq, type, key, data, measured, at)
SELECT $1, f.seq, f.type, f.key, f.data::jsonb, f.measured::jsonb, f.at
FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
  AS f(seq, type, key, data, measured, at)`;

/** In the transaction of the measurement, so that each is counted once however often its fact is stated again. */
const COUNT_HELD_OUT_USES = `
UPDATE "SplitRegistration" AS split
SET "heldOutUses" = split."heldOutUses" + $2, "pinnedAt" = COALESCE(split."pinnedAt", now())
FROM "Run" AS run
WHERE run.id = $1 AND split.id = run.manifest->'split'->>'registrationId'`;

/** The run's row says what its ledger says. */
async function projectStatus(client: pg.PoolClient, runId: string, fact: Fact): Promise<void> {
  const at = new Date(fact.measured.atMs).toISOString();
  switch (fact.type) {
    case 'run.started':
      await client.query(`UPDATE "Run" SET "startedAt" = COALESCE("startedAt", $2) WHERE id = $1`, [
        runId,
        at,
      ]);
      return;
    case 'run.failed':
      await client.query(
        `UPDATE "Run" SET status = 'failed', "endedAt" = $2, "statusReason" = $3 WHERE id = $1`,
        [runId, at, fact.data.message],
      );
      return;
    case 'run.finished':
      await client.query(
        `UPDATE "Run" SET status = $2::"RunStatus", "endedAt" = $3, "runHash" = $4, "statusReason" = $5 WHERE id = $1`,
        [runId, endedStatus(fact.data.reason), at, fact.data.runHash, runEndSentence(fact.data)],
      );
      return;
  }
}
