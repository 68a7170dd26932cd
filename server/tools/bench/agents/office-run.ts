import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '@/lib/domain/actor';
import type { RunRecord } from '@/lib/report/run-record';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { withManifest } from '@/server/repositories/stored-manifest';
import { readRecord } from '@/server/services/runs/read-record';
import { getRun } from '@/server/services/runs/read-runs';

/** A run of the bench that has come to its end, with what its learning took. */
export interface OfficeRun {
  readonly record: RunRecord;
  /** Wall time of map, reflection and aggregation, without the measurements on held-out. */
  readonly learningMs: number;
  /** Model calls of learning: those of the agents on training tickets, reflections, and aggregation. */
  readonly learningCalls: number;
  /** Agents on training tickets at once: mean over the learning time, and the most. */
  readonly inFlight: { readonly mean: number; readonly most: number };
  /** Training tickets of each iteration. */
  readonly sizes: readonly number[];
}

const LIMIT_MS = 3 * 3_600_000;
const LOOK_MS = 500;

/** @throws Error where the run stops or fails: half a run has no time to compare. */
export async function untilEnded(actor: Actor<'read'>, runId: string): Promise<OfficeRun> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const { status, statusReason } = await getRun(actor, { runId });
    if (status === 'finished') return readOfficeRun(runId);
    if (!['queued', 'running'].includes(status))
      throw new Error(`The run of the bench is ${status}: ${statusReason}`);
    if (performance.now() > deadline) throw new Error('The run of the bench did not come to an end.');
    // Seldom: each look costs the processors that are measured.
    await wait(LOOK_MS);
  }
}

async function readOfficeRun(runId: string): Promise<OfficeRun> {
  const row = withManifest(await db().run.findUniqueOrThrow({ where: { id: runId } }));
  const record = await readRecord(row);
  const learningMs = record.learningWallMs;
  return {
    record,
    learningMs,
    learningCalls: await countLearningCalls(runId),
    inFlight: await agentsInFlight(runId, learningMs),
    sizes: await sizesOf(runId),
  };
}

async function countLearningCalls(runId: string): Promise<number> {
  const { rows } = await ledgerPool().query<{ calls: number }>(
    `SELECT (SELECT coalesce(sum("modelCalls"), 0) FROM "Rollout" WHERE "runId" = $1 AND purpose = 'training')::int
      + (SELECT count(*) FROM "JournalCall" WHERE "runId" = $1 AND role = 'proposer')::int AS calls`,
    [runId],
  );
  return rows[0]?.calls ?? 0;
}

async function agentsInFlight(runId: string, learningMs: number): Promise<OfficeRun['inFlight']> {
  const { rows } = await ledgerPool().query<{ busy: number; most: number }>(
    `WITH steps AS (
      SELECT "startedAt" AS at, 1 AS by FROM "Rollout" WHERE "runId" = $1 AND purpose = 'training'
      UNION ALL SELECT "endedAt", -1 FROM "Rollout" WHERE "runId" = $1 AND purpose = 'training'
    ) SELECT (SELECT sum(-by * extract(epoch FROM at)) * 1000 FROM steps)::float8 AS busy,
      (SELECT max(held) FROM (SELECT sum(by) OVER (ORDER BY at, by) AS held FROM steps) AS counted)::int AS most`,
    [runId],
  );
  return { mean: (rows[0]?.busy ?? 0) / learningMs, most: rows[0]?.most ?? 0 };
}

async function sizesOf(runId: string): Promise<readonly number[]> {
  const { rows } = await ledgerPool().query<{ size: number }>(
    `SELECT jsonb_array_length(data->'exampleIds') AS size FROM "LedgerEntry"
    WHERE "runId" = $1 AND type = 'iteration.started' ORDER BY seq`,
    [runId],
  );
  return rows.map(({ size }) => size);
}
