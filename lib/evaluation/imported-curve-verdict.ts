/**
 * The conclusions about scaling that an imported curve permits. The convergence rule compares
 * scores example by example; means hide them, so means alone are never judged. Independent of file formats
 * and of our hardware.
 */
import type { ImportedPoint, ImportedSplit } from '@/lib/domain/imported-run';
import type { DiagnosisDecision, DiagnosisFinding, DiagnosisPoint } from '@/lib/domain/serial-diagnosis';
import { mean } from '@/lib/stats/summary';
import { wilsonInterval } from '@/lib/stats/wilson';
import { decideConvergence } from './convergence';
import { CONVERGENCE_DEFAULTS } from './convergence-verdict';
import type { SerialMeasurement } from './serial-measurements';

export interface ImportedCurve {
  readonly points: readonly ImportedPoint[];
  readonly scoredOn: ImportedSplit;
  /**
   * The score of every example at every point, in one order of examples; null = the source has means only.
   */
  readonly scores: readonly ImportedScores[] | null;
}

export interface ImportedScores {
  readonly seen: number;
  readonly scores: readonly number[];
}

interface ImportedVerdict {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly finding: DiagnosisFinding;
  readonly reason: string;
  readonly alternatives: readonly string[];
  readonly decision: DiagnosisDecision | null;
}

const RUN_HERE =
  'Run the serial baseline here: its diagnosis also opens parallel runs, which an imported one never does.';
const BRING_SCORES =
  'Bring the score of every held-out example at every point of the curve, in one order of examples.';
const BRING_HELD_OUT = 'Bring scores on examples that chose no prompt.';

export function judgeImportedCurve({ scoredOn, scores }: ImportedCurve, look: number): ImportedVerdict {
  if (scoredOn !== 'heldOut') {
    const where =
      scoredOn === 'selection' ? 'on the examples that also chose the prompt' : 'on unknown examples';
    return undecided(
      'notHeldOut',
      `The curve was scored ${where}; a plateau counts on held-out.`,
      BRING_HELD_OUT,
    );
  }
  if (scores === null) {
    const reason =
      'The curve has means only; whether it is flat is decided example by example, and means hide the examples.';
    return undecided('meansOnly', reason, BRING_SCORES);
  }
  const curve = { measurements: importedMeasurements(scores), repeats: [], repetitionsMax: 1 };
  const { verdict, finding, reason, alternatives, ...decision } = decideConvergence(
    curve,
    CONVERGENCE_DEFAULTS,
    look,
  );
  return { verdict, finding, reason, alternatives, decision };
}

/** The source does not name the measured prompts: equal scores on every example count as the same prompt. */
function importedMeasurements(scores: readonly ImportedScores[]): readonly SerialMeasurement[] {
  const measurements: SerialMeasurement[] = [];
  for (const { seen, scores: row } of scores.toSorted((a, b) => a.seen - b.seen)) {
    const last = measurements.at(-1);
    const isSame = last?.scores.every((score, example) => score === row[example]) ?? false;
    const candidate = isSame && last ? last.candidate : `point ${seen}`;
    measurements.push({ trainExamplesSeen: seen, candidate, scores: row });
  }
  return measurements;
}

function undecided(finding: DiagnosisFinding, reason: string, bring: string): ImportedVerdict {
  return { verdict: 'undecided', finding, reason, alternatives: [bring, RUN_HERE], decision: null };
}

/**
 * Points with an honest interval: the source's own, else the binomial one if n is given, which holds for
 * right-or-wrong answers. Without n there is none.
 */
export function importedDiagnosisPoints(points: readonly ImportedPoint[]): readonly DiagnosisPoint[] {
  return points.map(({ seen, score, lower, upper, n }) => {
    const binomial = lower === null && n !== null ? wilsonInterval(Math.round(score * n), n) : undefined;
    return {
      seen,
      score,
      lower: lower ?? binomial?.lower ?? null,
      upper: upper ?? binomial?.upper ?? null,
      n,
    };
  });
}

/**
 * The means of a point and of its scores are rounded differently; beyond this they are different
 * measurements.
 */
const MEAN_TOLERANCE = 0.006;

export interface ScoreFault {
  readonly path: string;
  readonly message: string;
}

/**
 * Faults that prevent single scores from belonging to the curve, all at once. Partial coverage is no fault.
 */
export function scoreFaults(
  points: readonly ImportedPoint[],
  given: readonly ImportedScores[],
): ScoreFault[] {
  const size = given[0]?.scores.length ?? 0;
  const own = given.flatMap(({ seen, scores }, index): ScoreFault[] => {
    const path = `scores.${index}`;
    const point = points.find((known) => known.seen === seen);
    if (point === undefined) return [{ path, message: `The curve has no point at ${seen}.` }];
    if (scores.length !== size) {
      return [
        {
          path,
          message: `It has ${scores.length} scores and the first has ${size}: name the same examples.`,
        },
      ];
    }
    const average = mean(scores) ?? 0;
    return Math.abs(average - point.score) <= MEAN_TOLERANCE
      ? []
      : [
          {
            path,
            message: `The scores average ${average.toFixed(4)} and the curve says ${point.score.toFixed(4)}.`,
          },
        ];
  });
  const missing = points
    .filter(({ seen }) => !given.some((one) => one.seen === seen))
    .map(({ seen }) => ({ path: 'scores', message: `The scores of the point at ${seen} are missing.` }));
  const twice = new Set(given.map(({ seen }) => seen)).size < given.length;
  return [...own, ...missing, ...(twice ? [{ path: 'scores', message: 'A point is named twice.' }] : [])];
}
