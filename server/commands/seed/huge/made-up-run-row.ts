import type pg from 'pg';
import { ulid } from 'ulid';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { armName } from '@/lib/report/arm-name';
import { EMPTY_SUMMARY, projectSummary, type RunSummary } from '@/lib/view/run-summary';
import type { MadeUpPlan } from './made-up-plan';
import type { Written } from './made-up-record';
import type { Arm } from './prepared-arms';
import { writeRows } from './write-rows';

/** The row of a made-up run: paused while it is being written, so that no worker takes it for its own. */
export interface OpenRun {
  readonly runId: string;
  readonly manifest: RunManifest;
  readonly manifestHash: string;
  readonly end: MadeUpPlan['end'];
}

const FACTS_AT_ONCE = 4_000;

export async function openRun(
  pool: pg.Pool,
  arm: Arm,
  { seed, createdAt, end }: Pick<MadeUpPlan, 'end'> & { readonly seed: number; readonly createdAt: Date },
): Promise<OpenRun> {
  const manifest: RunManifest = { ...arm.manifest, runSeed: seed };
  const run = {
    runId: `run_${ulid(createdAt.getTime())}`,
    manifest,
    manifestHash: canonicalHash(manifest),
    end,
  };
  await pool.query(
    `INSERT INTO "Run" (id, "workspaceId", "experimentId", kind, label, seed, manifest, "manifestHash", status, control,
       practice, "createdBy", "createdAt")
     VALUES ($1, $2, $3, $4::"RunKind", $5, $6, $7::jsonb, $8, 'paused', 'pause', true, $9, $10)`,
    [
      ...[run.runId, arm.workspaceId, arm.experimentId, manifest.kind],
      ...[`Made up: ${armName(manifest)}, seed ${seed}`, seed, JSON.stringify(manifest), run.manifestHash],
      ...[arm.createdBy, createdAt],
    ],
  );
  return run;
}

/** All of its portions, thousands of facts a transaction, and then what its row says of them. Gives its last number. */
export async function keepRun(
  pool: pg.Pool,
  run: OpenRun,
  portions: Iterable<Written>,
  tell: (portions: number) => void = () => undefined,
): Promise<number> {
  let kept: Kept = { lastSeq: 0, summary: EMPTY_SUMMARY, measured: 0, last: null };
  let waiting: Written[] = [];
  let taken = 0;
  const write = async () => {
    kept = await keepPortion(pool, run.runId, kept, joined(waiting));
    waiting = [];
  };
  for (const portion of portions) {
    waiting.push(portion);
    taken += 1;
    if (waiting.reduce((sum, { facts }) => sum + facts.length, 0) >= FACTS_AT_ONCE) await write();
    if (taken % 500 === 0) tell(taken);
  }
  await write();
  await settle(pool, run, kept);
  return kept.lastSeq;
}

interface Kept {
  readonly lastSeq: number;
  readonly summary: RunSummary;
  readonly measured: number;
  readonly last: Fact | null;
}

async function keepPortion(pool: pg.Pool, runId: string, before: Kept, portion: Written): Promise<Kept> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await writeRows(client, [{ runId, lastSeq: before.lastSeq, ...portion }]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  const { facts } = portion;
  return {
    lastSeq: before.lastSeq + facts.length,
    summary: projectSummary(before.summary, facts),
    measured: before.measured + facts.filter(({ type }) => type === 'heldOut.measured').length,
    last: facts.at(-1) ?? before.last,
  };
}

const joined = (portions: readonly Written[]): Written => ({
  facts: portions.flatMap(({ facts }) => facts),
  calls: portions.flatMap(({ calls }) => calls),
  texts: new Map(portions.flatMap(({ texts }) => [...texts])),
});

async function settle(
  pool: pg.Pool,
  run: OpenRun,
  { lastSeq, summary, measured, last }: Kept,
): Promise<void> {
  const ended = last?.type === 'run.finished' || last?.type === 'run.failed' ? last : null;
  const reason =
    ended === null ? null : ended.type === 'run.failed' ? ended.data.message : ended.data.explanation;
  await pool.query(
    `UPDATE "Run" SET status = $2::"RunStatus", control = $3::"RunControl", "lastSeq" = $4, summary = $5::jsonb,
       "startedAt" = to_timestamp($6::float8 / 1000), "endedAt" = to_timestamp($7::float8 / 1000), "runHash" = $8,
       "statusReason" = $9 WHERE id = $1`,
    [
      ...[run.runId, run.end, run.end === 'paused' ? 'pause' : 'run', lastSeq, JSON.stringify(summary)],
      ...[summary.startedAtMs, ended?.measured.atMs ?? null],
      ...[ended?.type === 'run.finished' ? ended.data.runHash : null, reason],
    ],
  );
  await pool.query(
    `UPDATE "SplitRegistration" SET "heldOutUses" = "heldOutUses" + $2, "pinnedAt" = COALESCE("pinnedAt", now())
     WHERE id = $1`,
    [run.manifest.split.registrationId, measured],
  );
}
