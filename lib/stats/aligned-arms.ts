/**
 * Scores of several arms as columns over one list of examples, so that any two can be subtracted. NaN where an arm was
 * not measured on an example, and in `means` where a score of it is missing. O(arms n), a pair O(n).
 */
import type { ArmScores } from './arm-scores';
import { type Column, columnOf } from './column';
import type { TrainingVariance } from './training-variance';

export interface PairedArm {
  readonly scores: ArmScores;
  /** Null where no arm has two seeds. */
  readonly training: TrainingVariance | null;
  /** Prompts that each of its seeds was chosen from by these very scores; left out = 1, none was chosen. */
  readonly choices?: number;
}

export interface ArmColumns {
  readonly means: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly training: TrainingVariance;
  readonly choices: number;
  /** Whether a score of it is missing: if not, all three columns are one. */
  readonly isWhole: boolean;
}

/** No randomness of training in the interval: the caller says so where it shows one. */
const UNKNOWN: TrainingVariance = { variance: 0, raw: 0, df: Number.POSITIVE_INFINITY };

export function alignArms(arms: readonly PairedArm[]): readonly ArmColumns[] {
  const places = new Map<string, number>();
  for (const { scores } of arms) {
    for (const id of scores.exampleIds) if (!places.has(id)) places.set(id, places.size);
  }
  return arms.map(({ scores, training, choices = 1 }) => {
    const at = scores.exampleIds.map((id) => places.get(id) ?? 0);
    const isWhole = scores.missing === 0;
    const means = placed(scores.means, at, places.size);
    const column = (values: Float64Array) => (isWhole ? means : placed(values, at, places.size));
    return {
      ...{ means, isWhole },
      least: column(scores.least),
      most: column(scores.most),
      training: training ?? UNKNOWN,
      choices: Math.max(1, choices),
    };
  });
}

function placed(values: Float64Array, at: readonly number[], n: number): Float64Array {
  const column = new Float64Array(n).fill(Number.NaN);
  values.forEach((value, index) => {
    column[at[index] as number] = value;
  });
  return column;
}

/** b - a over the examples of which both are known. */
export function differencesOf(a: Float64Array, b: Float64Array): Column {
  const differences: number[] = [];
  for (let e = 0; e < b.length; e += 1) {
    const d = (b[e] as number) - (a[e] as number);
    // Thirds of seeds that add up differently are no difference.
    if (!Number.isNaN(d)) differences.push(Math.abs(d) < ROUNDING ? 0 : d);
  }
  return columnOf(differences);
}

const ROUNDING = 1e-12;

/** The spread of seeds is estimated for all arms together, so it is one part and not two. */
export function trainingOf(a: ArmColumns, b: ArmColumns): TrainingVariance {
  return {
    variance: a.training.variance + b.training.variance,
    raw: a.training.raw + b.training.raw,
    df: Math.min(a.training.df, b.training.df),
  };
}
