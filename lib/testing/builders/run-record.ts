import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type RecordFacts, type RunRecord, runRecord } from '@/lib/report/run-record';
import { measure } from '@/lib/stats/mean-interval';
import { buildManifest, buildModelBinding } from './manifest-builder';

/** A finished run as reports read it: one line a measurement, with how many examples it got right and when. */
export interface RecordedPoint {
  /** Right answers of `n` held-out examples, or percent of 1,000 where no n is given; the first ones are right. */
  readonly right: number;
  /** Learning time of the iteration before it; left out for the first prompt. */
  readonly learningMs?: number;
  readonly tainted?: boolean;
  /** The last of the examples, which have no score. */
  readonly missing?: number;
}

export interface RecordedRun {
  readonly runId?: string;
  readonly seed?: number;
  readonly n?: number;
  readonly points: readonly RecordedPoint[];
  readonly costUsd?: number;
  readonly manifest?: Partial<RunManifest>;
  readonly practice?: boolean;
}

const EXAMPLES_AN_ITERATION = 10;

export function buildRecord(run: RecordedRun): RunRecord {
  const practice = run.practice ?? false;
  const place = buildModelBinding({ practice, hardware: 'H100' });
  const manifest = buildManifest({
    runSeed: run.seed ?? 1,
    models: { serving: place, proposer: place, evaluator: place },
    ...run.manifest,
  });
  const runId = run.runId ?? 'run_test';
  return runRecord({ runId, label: `Run ${runId}`, manifest, practice }, buildRecordFacts(run));
}

interface WholeFacts extends RecordFacts {
  readonly closed: readonly FactOf<'iteration.closed'>[];
}

/** The facts behind it, as a run's ledger would hold them. */
export function buildRecordFacts({
  n: counted,
  points: given,
  costUsd = 2,
}: Pick<RecordedRun, 'n' | 'points' | 'costUsd'>): WholeFacts {
  const n = counted ?? 1000;
  const points = counted === undefined ? given.map((one) => ({ ...one, right: one.right * 10 })) : given;
  const spend = {
    rollouts: (points.length - 1) * EXAMPLES_AN_ITERATION,
    evaluationRollouts: points.length * n,
    calls: 400,
    tokensIn: 30_000,
    tokensOut: 10_000,
    tokensCached: 0,
    spendUsd: costUsd,
    costUsd,
  };
  return {
    measured: measuredFacts(points, n),
    closed: points.slice(1).map(({ learningMs = 0, tainted = false }, iteration) => ({
      type: 'iteration.closed',
      key: `iteration.closed/${iteration}`,
      data: {
        iteration,
        members: [],
        failures: 0,
        trainExamplesSeen: (iteration + 1) * EXAMPLES_AN_ITERATION,
        minibatchScore: measure([]),
        spend,
      },
      measured: { atMs: 0, learningMs, tainted },
    })),
    finished: null,
  };
}

function measuredFacts(points: readonly RecordedPoint[], n: number): RecordFacts['measured'] {
  let bestMean = -1;
  return points.map(({ right, missing = 0 }, index) => {
    const scored = Array.from({ length: n - missing }, (_, example) => (example < right ? 1 : 0));
    const scores = [...scored, ...Array<null>(missing).fill(null)];
    const score = measure(scored);
    const best = score.mean > bestMean;
    bestMean = Math.max(bestMean, score.mean);
    const data = {
      iteration: index - 1,
      candidateHash: `candidate-${index}`,
      split: 'heldOut' as const,
      trainExamplesSeen: index * EXAMPLES_AN_ITERATION,
      score,
      exampleIds: scores.map((_, example) => `ex-${example}`),
      scores,
      failures: missing,
      ...(missing > 0 ? { missing } : {}),
      best,
    };
    const key = `heldOut.measured/${index - 1}`;
    return { type: 'heldOut.measured', key, data, measured: { atMs: 0, evaluationMs: 100 } };
  });
}
