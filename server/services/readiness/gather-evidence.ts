import type { RunManifest } from '@/lib/domain/manifest';
import { HELD_OUT_CONTAMINATED } from '@/lib/policy/rules/intake';
import type { SetProgress } from '@/lib/projection/set-progress';
import type { HardwareEvidence, ReadinessEvidence } from '@/lib/report/readiness-evidence';
import type { RunRecord } from '@/lib/report/run-record';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { findReadinessRuns, findWaiver, type MeasuringRun } from '@/server/repositories/readiness';
import { readContamination } from '@/server/services/datasets/contamination';
import { readRunConditions } from '@/server/services/diagnoses/run-conditions';
import { followedRuns, progressOf } from '@/server/services/run-sets/followed-runs';
import { readConfounding } from '@/server/services/runs/acknowledge-confounding';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { findBaseline } from '@/server/services/runs/find-baseline';
import { readRecord } from '@/server/services/runs/read-record';
import { readScoreDoubts } from '@/server/services/runs/score-doubts';
import { readSlice } from './read-slice';

/** Everything that was measured about a claim, for lib/report to judge. Reads only. */
export interface Gathered extends ReadinessEvidence {
  readonly baseline: MeasuringRun | null;
  readonly runs: readonly MeasuringRun[];
  /** Progress of those runs as one; null = none was started. */
  readonly progress: SetProgress | null;
}

/** The claim and its baseline, with their records where the caller has read them already. */
export interface ClaimToRead {
  readonly run: MeasuringRun;
  readonly baseline: MeasuringRun | null;
  readonly records?: { readonly own: RunRecord; readonly serial: RunRecord | null };
}

export async function gatherEvidence(
  workspaceId: string,
  { run: claimed, baseline, records }: ClaimToRead,
): Promise<Gathered> {
  const [run, serial, runs, waiver, contamination, confounding, conditions] = await Promise.all([
    records ? records.own : readRecord(claimed),
    records ? records.serial : baseline && readRecord(baseline),
    findReadinessRuns(claimed.id),
    findWaiver(claimed.id),
    readContamination(claimed.manifest.split.registrationId),
    readConfounding(claimed.id, claimed.manifest),
    readRunConditions(workspaceId, claimed.manifest),
  ]);
  const seeds = runs.filter(isOf('seed')).filter(isAlive);
  const behind = [claimed, ...(baseline ? [baseline] : []), ...runs.filter(isAlive)];
  return {
    run,
    serial,
    baseline,
    runs,
    progress:
      runs.length === 0 ? null : progressOf(await followedRuns({ readinessOfId: claimed.id }), Date.now()),
    contamination,
    doubt: await readDoubt(workspaceId, behind),
    confounding,
    conditions,
    seeds: await Promise.all(
      seeds.map(async (seed) => ({ record: await readRecord(seed), finished: seed.status === 'finished' })),
    ),
    slice: await readSlice(workspaceId, claimed.id),
    hardware: {
      waiver: waiver && { by: waiver.waivedBy, reason: waiver.reason },
      pairs: await readPairs(workspaceId, runs.filter(isOf('hardware'))),
    },
  };
}

/** A claim is as good as the least believed score behind it. */
async function readDoubt(workspaceId: string, runs: readonly MeasuringRun[]): Promise<Gathered['doubt']> {
  const doubts = await readScoreDoubts(
    workspaceId,
    runs.map(({ id }) => id),
  );
  const [doubted] = runs.filter(({ id }) => doubts.has(id));
  const doubt = doubted && doubts.get(doubted.id);
  return doubt ? { code: DOUBT_CODES[doubt.code], sentence: `“${doubted.label}”: ${doubt.sentence}` } : null;
}

const DOUBT_CODES = {
  contaminated: HELD_OUT_CONTAMINATED.code,
  superseded: 'SCORE_SUPERSEDED',
  judgeFailed: 'CALIBRATION_FAILED',
  exploratory: 'EXPLORATORY_UNQUOTED',
} as const;

export const isOf =
  (light: string) =>
  ({ readinessLight }: MeasuringRun): boolean =>
    readinessLight === light;

/** A run that failed or was stopped measured nothing: it is left out, and may be started again. */
export const isAlive = ({ status }: MeasuringRun): boolean => status !== 'failed' && status !== 'stopped';

/** Where a run's calls go: two runs of one place belong to one pair. */
export function placeOf({ models }: RunManifest): string {
  const { serving, proposer } = models;
  return [serving.providerId, serving.model, proposer.providerId, proposer.model].join('\n');
}

async function readPairs(
  workspaceId: string,
  runs: readonly MeasuringRun[],
): Promise<HardwareEvidence['pairs']> {
  const alive = runs.filter(isAlive);
  const parallels = alive.filter(({ kind }) => kind !== 'serialBaseline');
  const places = new Set(parallels.map(({ manifest }) => placeOf(manifest)));
  const waiting = alive.filter(
    ({ kind, manifest }) => kind === 'serialBaseline' && !places.has(placeOf(manifest)),
  );
  const measured = await Promise.all(
    parallels.map(async (row) => {
      const baseline = await findBaseline(workspaceId, row.manifest);
      const serial = baseline && (await readRecord(baseline));
      return { record: await readRecord(row), serial, finished: row.status === 'finished', fault: null };
    }),
  );
  const begun = await Promise.all(
    waiting.map(async (row) => ({
      record: await readRecord(row),
      serial: null,
      finished: false,
      fault: row.status === 'finished' ? await faultOf(workspaceId, row) : null,
    })),
  );
  return [...measured, ...begun];
}

/** A serial side that says no go keeps the parallel one from starting (rulings E10). */
async function faultOf(workspaceId: string, serial: MeasuringRun): Promise<string | null> {
  const diagnosis = await findNewestDiagnosis(workspaceId, diagnosisScopeHash(serial.manifest));
  if (diagnosis === null || diagnosis.verdict === 'go') return null;
  return `On ${serial.manifest.models.serving.hardware} the serial baseline gives no go: ${diagnosis.reason}`;
}
