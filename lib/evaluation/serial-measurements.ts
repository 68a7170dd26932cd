/**
 * A serial run's held-out scores as the convergence rule reads them: one candidate after the other, each with the
 * answers that were really given for it. A score that only restates an unchanged candidate's is no answer, so it adds
 * nothing here. Knows no rule and no margin. Cost: O(n) a measurement.
 */

/** One score an example, always in the same order of examples; null = missing. */
export type ExampleScores = readonly (number | null)[];

export interface SerialMeasurement {
  readonly trainExamplesSeen: number;
  /** Which prompt was measured; the same one again in a row restates its scores. */
  readonly candidate: string;
  readonly scores: ExampleScores;
}

/** A candidate measured once more when training was over. */
export interface RepeatedMeasurement {
  readonly candidate: string;
  /** Counts from 2: the run's own measurement is the first. */
  readonly repetition: number;
  readonly scores: ExampleScores;
}

export interface SerialCurve {
  /** In order, the original prompt's first, none cut short by a cap. */
  readonly measurements: readonly SerialMeasurement[];
  readonly repeats: readonly RepeatedMeasurement[];
  /** The cap that the run registered: how often a candidate may be measured. 1 = never again. */
  readonly repetitionsMax: number;
}

/** The answers of one candidate, averaged by example. */
export interface CandidateAnswers {
  readonly candidate: string;
  /** Mean over the answers to each example; null where none was scored. */
  readonly means: ExampleScores;
  readonly repetitions: number;
  /** Mean over the examples of the variance of one answer; null with one answer each. */
  readonly noise: number | null;
}

/** A candidate within the window. */
export interface Stay {
  readonly answers: CandidateAnswers;
  /** Mean place of its measurements, in measurements; the first of the window is 0. */
  readonly place: number;
}

/** The first `repetitions` answers of a candidate, as far as there are so many. */
export function answersOf(curve: SerialCurve, candidate: string, repetitions: number): CandidateAnswers {
  const first = curve.measurements.find((one) => one.candidate === candidate);
  const more = curve.repeats
    .filter((one) => one.candidate === candidate && one.repetition <= repetitions)
    .map(({ scores }) => scores);
  const rows = [...(first ? [first.scores] : []), ...more];
  return { candidate, repetitions: rows.length, ...averaged(rows) };
}

/** Against the first score, so that an answer that repeats itself has its own score to the last bit. */
function averaged(rows: readonly ExampleScores[]): Pick<CandidateAnswers, 'means' | 'noise'> {
  const [only] = rows;
  if (only === undefined) return { means: [], noise: null };
  if (rows.length === 1) return { means: only, noise: null };
  let variances = 0;
  let varying = 0;
  const means = only.map((_, example) => {
    let reference: number | null = null;
    let [count, sum, squares] = [0, 0, 0];
    for (const row of rows) {
      const score = row[example] ?? null;
      if (score === null) continue;
      reference ??= score;
      const off = score - reference;
      count += 1;
      sum += off;
      squares += off * off;
    }
    if (reference === null) return null;
    if (count > 1) {
      variances += (squares - (sum * sum) / count) / (count - 1);
      varying += 1;
    }
    return reference + sum / count;
  });
  return { means, noise: varying === 0 ? null : variances / varying };
}

/** The distinct candidates of a window in the order in which they came. */
export function staysOf(
  curve: SerialCurve,
  window: readonly SerialMeasurement[],
  repetitions: number,
): readonly Stay[] {
  const places = new Map<string, number[]>();
  window.forEach(({ candidate }, place) => {
    const known = places.get(candidate);
    if (known) known.push(place);
    else places.set(candidate, [place]);
  });
  return [...places].map(([candidate, at]) => ({
    answers: answersOf(curve, candidate, repetitions),
    place: at.reduce((sum, place) => sum + place, 0) / at.length,
  }));
}
