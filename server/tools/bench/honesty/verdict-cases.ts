/**
 * Simulated runs with a known truth, each with its serial baseline, to check that every producer gives the
 * same verdict of a run: points gained and lost, too few examples, missing scores, no serial run, scores set
 * aside or contaminated, a custom margin, and several seeds of each.
 */
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { scoreDoubtOf } from '@/lib/policy/score-doubt';
import { seededRng } from '@/lib/random/seeded-rng';
import type { MeasuredPrompt } from '@/lib/report/claims/run-gain';
import { type RunRecord, runRecord } from '@/lib/report/run-record';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { buildRecordFacts } from '@/lib/testing/builders/run-record';
import { simulatedRun } from './simulated-run';

export interface VerdictCase {
  readonly name: string;
  readonly run: RunRecord;
  readonly serial: RunRecord | null;
  readonly doubt: ScoreDoubt | null;
}

interface CaseSpec {
  readonly name: string;
  readonly n: number;
  /** True score at the end of the run; the serial run ends at 0.8, both begin at 0.6. */
  readonly score: number;
  /** Share of the held-out scores that are missing. */
  readonly missing?: number;
  readonly margin?: number;
  readonly isAlone?: boolean;
  readonly doubt?: ScoreDoubt['code'];
}

const SEEDS = [1, 2, 3];
const MEASUREMENTS = 5;

const SPECS: readonly CaseSpec[] = [
  { name: 'gains 8 points', n: 1000, score: 0.88 },
  { name: 'as good as serial', n: 2000, score: 0.8 },
  { name: 'loses 8 points', n: 1000, score: 0.72 },
  { name: 'loses a point of few examples', n: 120, score: 0.79 },
  { name: 'loses 2 points, margin of 5', n: 2000, score: 0.78, margin: 0.05 },
  { name: 'learned nothing', n: 600, score: 0.6 },
  { name: 'ends below its original prompt', n: 1000, score: 0.5 },
  { name: 'gains 8 points, 3 % missing', n: 1000, score: 0.88, missing: 0.03 },
  { name: 'loses 8 points, 3 % missing', n: 1000, score: 0.72, missing: 0.03 },
  { name: 'without a serial run', n: 1000, score: 0.8, isAlone: true },
  { name: 'contaminated', n: 1000, score: 0.88, doubt: 'contaminated' },
  { name: 'superseded', n: 1000, score: 0.88, doubt: 'superseded' },
  { name: 'scored by a judge that failed', n: 1000, score: 0.72, doubt: 'judgeFailed' },
];

export function verdictCases(): readonly VerdictCase[] {
  return SPECS.flatMap((spec) => SEEDS.map((seed) => caseOf(spec, seed)));
}

function caseOf(spec: CaseSpec, seed: number): VerdictCase {
  const name = `${spec.name}, seed ${seed}`;
  return {
    name,
    run: recordOf({ ...spec, name: `${name}/run` }, seed, 1000),
    serial: spec.isAlone ? null : recordOf({ ...spec, name: `${name}/serial`, score: 0.8 }, seed, 9000),
    doubt: spec.doubt === undefined ? null : DOUBTS[spec.doubt],
  };
}

const BELIEVED = {
  split: { usedToTune: false, usedToTuneNote: null },
  putAside: null,
  judge: null,
  isExploratory: false,
};

const DOUBTS: Readonly<Record<ScoreDoubt['code'], ScoreDoubt | null>> = {
  contaminated: scoreDoubtOf({ ...BELIEVED, split: { usedToTune: true, usedToTuneNote: null } }),
  superseded: scoreDoubtOf({ ...BELIEVED, putAside: { answers: 3, by: 'Ada', reason: 'Wrong references.' } }),
  judgeFailed: scoreDoubtOf({ ...BELIEVED, judge: { verdict: 'failed', explanation: 'Spearman 0.2.' } }),
  exploratory: scoreDoubtOf({ ...BELIEVED, isExploratory: true }),
};

function recordOf(spec: CaseSpec, seed: number, learningMs: number): RunRecord {
  const rng = seededRng(`verdicts/${spec.name}`);
  const scores = Array.from(
    { length: MEASUREMENTS + 1 },
    (_, at) => 0.6 + (spec.score - 0.6) * Math.min(1, at / 3),
  );
  const points = simulatedRun({ n: spec.n, coins: 0.1, scores }, rng).map((point, at) =>
    // The first measurement has no missing scores, so that a gain can be computed.
    at === 0 ? point : withMissing(point, spec.missing ?? 0, () => rng.nextFloat()),
  );
  const isSerial = spec.name.endsWith('/serial');
  const { evaluation } = buildManifest();
  const manifest = buildManifest({
    runSeed: seed,
    kind: isSerial ? 'serialBaseline' : 'combee',
    evaluation: { ...evaluation, ...(spec.margin === undefined ? {} : { margin: spec.margin }) },
  });
  const { closed } = buildRecordFacts({ points: points.map(() => ({ right: 0, learningMs })) });
  const run = { runId: `run_${spec.name}`, label: spec.name, manifest, practice: false };
  return { ...runRecord(run, { measured: points.map(factOf), closed, finished: null }), costUsd: 2 };
}

function withMissing(point: MeasuredPrompt, share: number, draw: () => number): MeasuredPrompt {
  return { ...point, scores: point.scores.map((score) => (draw() < share ? null : score)) };
}

function factOf(point: MeasuredPrompt, at: number): FactOf<'heldOut.measured'> {
  const data = {
    ...point,
    iteration: at - 1,
    split: 'heldOut' as const,
    trainExamplesSeen: at * 10,
    score: measure(knownScores(point.scores)),
    failures: 0,
  };
  const key = `heldOut.measured/${at - 1}`;
  return { type: 'heldOut.measured', key, data: data as never, measured: { atMs: 0, evaluationMs: 100 } };
}
