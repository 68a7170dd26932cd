/**
 * Learning time of two runs until the highest held-out score that both reached: what a speedup divides, and what a run
 * that lost points has saved by it. O(measurements).
 */
import type { RunManifest } from '@/lib/domain/manifest';
import { whyNoTimes } from './comparability';
import type { MeasuredPoint, RunRecord } from './run-record';
import { duration } from './strategy/words';

export interface LearningTimes {
  /** The lower of the two runs' best held-out scores. */
  readonly atScore: number;
  readonly serialMs: number;
  readonly parallelMs: number;
}

export interface TimedRun {
  readonly record: Pick<RunRecord, 'points'> & { readonly manifest: Pick<RunManifest, 'models'> };
  /** The measurement of the prompt that is compared. */
  readonly end: Pick<MeasuredPoint, 'score'>;
}

/** Null where the practice model kept another pace in one of them. */
export function learningTimes(parallel: TimedRun, serial: TimedRun): LearningTimes | null {
  if (whyNoTimes(parallel.record.manifest, serial.record.manifest) !== null) return null;
  const atScore = Math.min(parallel.end.score.mean, serial.end.score.mean);
  return {
    atScore,
    serialMs: timeToReach(serial.record.points, atScore),
    parallelMs: timeToReach(parallel.record.points, atScore),
  };
}

/** T(s): 0 when the original prompt has the score already. */
const timeToReach = (points: readonly MeasuredPoint[], score: number) =>
  points.find((point) => point.score.mean >= score)?.learningMs ?? 0;

/** "saves 40.0 s of learning time (20.0 s instead of 1.0 min to reach 60.0 %)", for a sentence about a loss. */
export function savedWords({ atScore, serialMs, parallelMs }: LearningTimes): string {
  const saved = serialMs - parallelMs;
  const how = `${duration(parallelMs)} instead of ${duration(serialMs)} to reach ${(atScore * 100).toFixed(1)} %`;
  return saved > 0 ? `saves ${duration(saved)} of learning time (${how})` : `saves no learning time (${how})`;
}
