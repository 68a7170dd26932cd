import type { SerialMeasurement } from '@/lib/evaluation/convergence';
import type { Rng } from '@/lib/random/seeded-rng';

/**
 * Serial curves of five stated shapes, with binomial noise and paired by example, on which the convergence rule's
 * error rates are counted. Knows nothing of the rule.
 */
export const CURVE_SHAPES = [
  'rising',
  'plateauAbove',
  'plateauAtOriginal',
  'riseThenFall',
  'slowDrift',
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

const ORIGINAL = 0.4;
/** A curve climbs half of the scale at most: it must not run into its upper end and become flat there. */
const CLIMB_MAX = 0.5;

export function serialCurve(spec: CurveSpec, rng: Rng): SerialMeasurement[] {
  const heights = curveHeights(spec.shape, spec.length, rng.fork('shape'));
  const draws = rng.fork('draws');
  const difficulty = Array.from({ length: spec.heldOut }, () => draws.nextFloat());
  return heights.map((height, trainExamplesSeen) => ({
    trainExamplesSeen,
    scores: difficulty.map((hard) => isRight({ hard, height, coins: spec.coins }, draws)),
  }));
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
  }
}

export interface Rates {
  readonly go: number;
  readonly noGo: number;
  readonly undecided: number;
}

/** Shares of `curves` seeded curves of one kind that end in each verdict. */
export function verdictRates(
  verdictOf: (curve: readonly SerialMeasurement[]) => keyof Rates,
  spec: CurveSpec,
  { curves, rng }: { readonly curves: number; readonly rng: Rng },
): Rates {
  const counts = { go: 0, noGo: 0, undecided: 0 };
  for (let i = 0; i < curves; i += 1) counts[verdictOf(serialCurve(spec, rng.fork(`curve-${i}`)))] += 1;
  return { go: counts.go / curves, noGo: counts.noGo / curves, undecided: counts.undecided / curves };
}
