import { ulid } from 'ulid';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunSummary } from '@/lib/domain/run-summary';
import { EMPTY_SUMMARY, projectSummary } from '@/lib/projection/run-summary';
import { armName } from '@/lib/report/arm-name';
import { runEndSentence } from '@/lib/words/run-end';
import type { MadeUpPlan } from './made-up-plan';
import type { Arm } from './prepared-arms';

/** The row of a made-up run, before there are facts and once all are known. Uses no database. */
export interface OpenRun {
  readonly runId: string;
  readonly arm: Arm;
  readonly manifest: RunManifest;
  readonly manifestHash: string;
  readonly label: string;
  readonly seed: number;
  readonly createdAt: Date;
  readonly end: MadeUpPlan['end'];
}

export function openRun(
  arm: Arm,
  { seed, createdAt, end }: Pick<MadeUpPlan, 'end'> & { readonly seed: number; readonly createdAt: Date },
): OpenRun {
  const manifest: RunManifest = { ...arm.manifest, runSeed: seed };
  return {
    ...{ runId: `run_${ulid(createdAt.getTime())}`, arm, manifest, manifestHash: canonicalHash(manifest) },
    ...{ label: `Made up: ${armName(manifest)}, seed ${seed}`, seed, createdAt, end },
  };
}

/** The state of a run after this many facts. */
export interface Told {
  readonly lastSeq: number;
  readonly summary: RunSummary;
  /** Number of held-out measurements. */
  readonly measured: number;
  readonly last: Fact | null;
}

export const NOTHING_TOLD: Told = { lastSeq: 0, summary: EMPTY_SUMMARY, measured: 0, last: null };

export function toldMore(before: Told, facts: readonly Fact[]): Told {
  return {
    lastSeq: before.lastSeq + facts.length,
    summary: projectSummary(before.summary, facts),
    measured: before.measured + facts.filter(({ type }) => type === 'heldOut.measured').length,
    last: facts.at(-1) ?? before.last,
  };
}

export interface EndedRow {
  readonly runId: string;
  readonly status: MadeUpPlan['end'];
  readonly control: 'pause' | 'run';
  readonly lastSeq: number;
  readonly summary: RunSummary;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly runHash: string | null;
  readonly statusReason: string | null;
}

export function endedRow({ runId, end }: OpenRun, { lastSeq, summary, last }: Told): EndedRow {
  const ended = last?.type === 'run.finished' || last?.type === 'run.failed' ? last : null;
  return {
    ...{ runId, status: end, control: end === 'paused' ? 'pause' : 'run', lastSeq, summary },
    ...{ startedAtMs: summary.startedAtMs, endedAtMs: ended?.measured.atMs ?? null },
    runHash: ended?.type === 'run.finished' ? ended.data.runHash : null,
    statusReason:
      ended === null ? null : ended.type === 'run.failed' ? ended.data.message : runEndSentence(ended.data),
  };
}
