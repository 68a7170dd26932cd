import { measureOn } from '@/lib/evaluation/measure-on';
import type { SerialCurve, SerialMeasurement } from '@/lib/evaluation/serial-measurements';
import type { Rng } from '@/lib/random/seeded-rng';

/**
 * Serial curves of six stated shapes, with binomial noise and paired by example, on which the convergence rule's error
 * rates are counted. A curve can be answered again, as a diagnosis that measures on does. Knows nothing of the rule.
 */
export const CURVE_SHAPES = [
  'rising',
  'plateauAbove',
  'plateauAtOriginal',
  'riseThenFall',
  'slowDrift',
  'stalls',
] as const;
export type CurveShapeName = (typeof CURVE_SHAPES)[number];

export interface CurveSpec {
  readonly shape: CurveShapeName;
  /** Measurements after the original prompt's. */
  readonly length: number;
  /** Held-out examples, n. */
  readonly heldOut: number;
  /** Share f of the answers that are a coin; 1 = pairing by example helps nothing. */
  readonly coins: number;
}

/** A run that has ended, and whose candidates can still be answered once more. */
export interface SimulatedRun {
  readonly measurements: readonly SerialMeasurement[];
  readonly answerAgain: (candidate: string) => readonly number[];
}

const ORIGINAL = 0.4;
/** A curve climbs half of the scale at most: it must not run into its upper end and become flat there. */
const CLIMB_MAX = 0.5;

/** One candidate a measurement, except where a search stalls: then the score of the last one is restated. */
export function serialRun(spec: CurveSpec, rng: Rng): SimulatedRun {
  const heights = curveHeights(spec.shape, spec.length, rng.fork('shape'));
  const draws = rng.fork('draws');
  const difficulty = Array.from({ length: spec.heldOut }, () => draws.nextFloat());
  const answersAt = (height: number) =>
    difficulty.map((hard) => isRight({ hard, height, coins: spec.coins }, draws));
  const heightOf = new Map<string, number>();
  const measurements: SerialMeasurement[] = [];
  heights.forEach((height, trainExamplesSeen) => {
    const last = measurements.at(-1);
    if (spec.shape === 'stalls' && last && heightOf.get(last.candidate) === height) {
      measurements.push({ ...last, trainExamplesSeen });
      return;
    }
    const candidate = `c${trainExamplesSeen}`;
    heightOf.set(candidate, height);
    measurements.push({ trainExamplesSeen, candidate, scores: answersAt(height) });
  });
  return { measurements, answerAgain: (candidate) => answersAt(heightOf.get(candidate) ?? ORIGINAL) };
}

/** The curve as the rule sees it when the diagnosis has measured on to its end. */
export function measuredOn(run: SimulatedRun, repetitionsMax: number): SerialCurve {
  let curve: SerialCurve = { measurements: run.measurements, repeats: [], repetitionsMax };
  for (;;) {
    const { repeats, ended } = measureOn(curve);
    if (ended !== null) return curve;
    const answered = repeats.map((one) => ({ ...one, scores: run.answerAgain(one.candidate) }));
    curve = { ...curve, repeats: [...curve.repeats, ...answered] };
  }
}

/** Right with the chance `height` over examples whatever f is: a coin of that height, or an example easy enough. */
function isRight(answer: { hard: number; height: number; coins: number }, rng: Rng): 0 | 1 {
  const draw = rng.nextFloat() < answer.coins ? rng.nextFloat() : answer.hard;
  return draw < answer.height ? 1 : 0;
}

/** True scores, the original prompt's first. Speeds are per measurement. */
export function curveHeights(shape: CurveShapeName, length: number, rng: Rng): number[] {
  const between = (low: number, high: number) => low + rng.nextFloat() * (high - low);
  const at = (gain: (t: number) => number) =>
    Array.from({ length: length + 1 }, (_, t) => ORIGINAL + gain(t));
  const speed = () => between(0.005, Math.min(0.03, CLIMB_MAX / length));
  switch (shape) {
    case 'rising': {
      const rise = speed();
      return at((t) => rise * t);
    }
    case 'plateauAbove': {
      const [height, until] = [between(0.05, 0.3), rng.nextInt(1, Math.floor(length * 0.4))];
      return at((t) => height * Math.min(1, t / until));
    }
    case 'plateauAtOriginal':
      return at(() => 0);
    case 'riseThenFall': {
      const [rise, fall] = [speed(), speed()];
      const peak = rng.nextInt(Math.ceil(length * 0.3), Math.floor(length * 0.7));
      return at((t) => rise * Math.min(t, peak) - fall * Math.max(0, t - peak));
    }
    case 'slowDrift': {
      const [height, until, drift] = [0.1, length * 0.2, between(0.0025, 0.005)];
      return at((t) => height * Math.min(1, t / until) + drift * t);
    }
    case 'stalls': {
      const { chance, jump, isEven } = stallOf(length, rng);
      let gained = 0;
      return at((t) => {
        const accepts = t > 0 && rng.nextFloat() < chance;
        // Even jumps, or exponential ones of the same mean.
        if (accepts) gained += jump * (isEven ? 1 : -Math.log(1 - rng.nextFloat()));
        gained = Math.min(gained, GAIN_MAX);
        return gained;
      });
    }
  }
}

/** Far from the end of the scale, which would make a search flat. */
const GAIN_MAX = 0.58;

/**
 * A search in which each measurement meets a new candidate with one chance, and each new one jumps: 1 to 4.8 points per
 * four measurements on average, by rare large steps or by frequent small ones.
 */
function stallOf(length: number, rng: Rng) {
  const most = Math.min(0.048, (4 * CLIMB_MAX) / length);
  const perFour = 0.01 + rng.nextFloat() * (most - 0.01);
  const chance = 0.05 + rng.nextFloat() * 0.85;
  return { chance, jump: Math.min(perFour / 4 / chance, CLIMB_MAX / 2), isEven: rng.nextFloat() < 0.5 };
}

export interface Rates {
  readonly go: number;
  readonly noGo: number;
  readonly undecided: number;
}

/** Shares of `curves` seeded runs of one kind that end in each verdict. */
export function verdictRates(
  verdictOf: (run: SimulatedRun) => keyof Rates,
  spec: CurveSpec,
  { curves, rng }: { readonly curves: number; readonly rng: Rng },
): Rates {
  const counts = { go: 0, noGo: 0, undecided: 0 };
  for (let i = 0; i < curves; i += 1) counts[verdictOf(serialRun(spec, rng.fork(`curve-${i}`)))] += 1;
  return { go: counts.go / curves, noGo: counts.noGo / curves, undecided: counts.undecided / curves };
}
