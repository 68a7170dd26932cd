import type { RunManifest } from '@/lib/domain/manifest';
import { pairedGain } from '@/lib/report/paired-scores';
import type {
  HardwareEvidence,
  LightNumber,
  ReadinessEvidence,
  SliceEvidence,
} from '@/lib/report/readiness-evidence';
import type { RunRecord } from '@/lib/report/run-record';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import {
  findMeasuringRun,
  findOpening,
  findReadinessRuns,
  findWaiver,
  type MeasuringRun,
} from '@/server/repositories/readiness';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { findBaseline } from './find-baseline';
import { readFacts, readRecord } from './read-record';

/** Everything that was measured about a claim, for lib/report to judge. Reads only. */
export interface Gathered extends ReadinessEvidence {
  readonly baseline: MeasuringRun | null;
  readonly runs: readonly MeasuringRun[];
}

export async function gatherEvidence(
  workspaceId: string,
  claimed: MeasuringRun,
  baseline: MeasuringRun | null,
): Promise<Gathered> {
  const [run, serial, runs, waiver] = await Promise.all([
    readRecord(claimed),
    baseline && readRecord(baseline),
    findReadinessRuns(claimed.id),
    findWaiver(claimed.id),
  ]);
  const seeds = runs.filter(isOf('seed')).filter(isAlive);
  return {
    run,
    serial,
    baseline,
    runs,
    seeds: await Promise.all(
      seeds.map(async (seed) => ({ record: await readRecord(seed), finished: seed.status === 'finished' })),
    ),
    slice: await readSlice(workspaceId, run),
    hardware: {
      waiver: waiver && { by: waiver.waivedBy, reason: waiver.reason },
      pairs: await readPairs(workspaceId, runs.filter(isOf('hardware'))),
    },
  };
}

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

const SPENT =
  'The confirmation slice of this split was opened for another prompt, and it opens once. Register a new split for the next claim.';

async function readSlice(workspaceId: string, run: RunRecord): Promise<SliceEvidence> {
  const { split } = run.manifest;
  if (split.counts.confirmation === 0) {
    const sentence = 'The split holds no confirmation examples: register one that does for the next claim.';
    return { kind: 'unavailable', sentence };
  }
  const opening = await findOpening(split.registrationId);
  if (opening === null) return { kind: 'closed' };
  if (opening.candidateHash !== run.chosen?.candidateHash) return { kind: 'unavailable', sentence: SPENT };
  const scoring = await findMeasuringRun(workspaceId, opening.evaluationRunId);
  if (scoring === null || !isAlive(scoring)) {
    const sentence = 'The run that was to score the confirmation slice did not finish: start it again.';
    return { kind: 'unavailable', sentence };
  }
  return scoreSlice(scoring, run);
}

async function scoreSlice(scoring: MeasuringRun, run: RunRecord): Promise<SliceEvidence> {
  const facts = await readFacts(scoring.id, 'heldOut.measured');
  const of = (hash: string | undefined) =>
    facts.find(({ data }) => data.split === 'confirmation' && data.candidateHash === hash)?.data;
  const before = of(run.original?.candidateHash);
  const after = of(run.chosen?.candidateHash);
  const number: LightNumber = {
    runId: scoring.id,
    label: scoring.label,
    seed: scoring.seed,
    hardware: scoring.manifest.models.serving.hardware,
    practice: scoring.practice,
    finished: scoring.status === 'finished',
    gain: null,
    learningWallMs: null,
    totalWallMs: null,
    ratio: null,
  };
  if (!number.finished || !before || !after) return { kind: 'measuring', number };
  const gain = pairedGain(before, after, scoring.id);
  return { kind: 'measured', number: { ...number, gain }, gain };
}
