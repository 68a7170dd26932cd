import { decideConvergence, type SerialMeasurement } from '@/lib/evaluation/convergence';
import { seededRng } from '@/lib/random/seeded-rng';
import { CURVE_SHAPES, type CurveShapeName, type Rates, verdictRates } from '@/lib/testing/serial-curves';
import { atMost, type BenchRow } from './bench-row';

/**
 * How often the convergence rule errs: simulated serial curves of each shape, length, noise and held-out size,
 * 200 a cell, once decided at the end and once watched: asked at every measurement until it says go. The table in the
 * README of lib/evaluation is this one. Two minutes of one core; the seeds are fixed, so the figures are the same again.
 */
const GRID = {
  curves: 200,
  lengths: [10, 20, 40],
  coins: [1, 0.1, 0.02, 0],
  heldOut: [200, 300, 1000],
} as const;
/** Of the watched curves, whose every measurement is a decision. */
const WATCHED_LENGTH = 10;

type Decide = (curve: readonly SerialMeasurement[]) => keyof Rates;

export async function measureConvergenceRates(): Promise<readonly BenchRow[]> {
  return GRID.coins.flatMap((coins) =>
    CURVE_SHAPES.flatMap((shape) => [
      ...GRID.lengths.map((length) => row({ shape, length, coins }, 'decided at the end', atTheEnd)),
      row({ shape, length: WATCHED_LENGTH, coins }, 'watched', watched),
    ]),
  );
}

const atTheEnd: Decide = (curve) => decideConvergence(curve).verdict;

/** Whoever stops at the first go. A no-go ends nothing: more rollouts are what it advises. */
const watched: Decide = (curve) => {
  let verdict: keyof Rates = 'undecided';
  for (let look = 1, seen = 4; seen < curve.length && verdict !== 'go'; look += 1, seen += 1) {
    verdict = decideConvergence(curve.slice(0, seen + 1), undefined, look).verdict;
  }
  return verdict;
};

interface Cells {
  readonly shape: CurveShapeName;
  readonly length: number;
  readonly coins: number;
}

function row(cells: Cells, protocol: 'decided at the end' | 'watched', decide: Decide): BenchRow {
  const { shape, length, coins } = cells;
  const rates = GRID.heldOut.map((heldOut) => {
    const rng = seededRng(`convergence/${shape}/${length}/${coins}/${heldOut}`);
    return verdictRates(decide, { ...cells, heldOut }, { curves: GRID.curves, rng });
  });
  // What must not happen: no-go for the plateau that is worth it, go for everything else.
  const isWorthIt = shape === 'plateauAbove';
  const worst = 100 * Math.max(...rates.map(({ go, noGo }) => (isWorthIt ? noGo : go)));
  // Where answers repeat exactly the looks have no spread to widen: said in the README, and promised nowhere.
  const isHeldTo = protocol === 'decided at the end' || coins > 0;
  return {
    name: `${shape}, ${length} measurements, ${coins * 100} % coins, ${protocol}: ${isWorthIt ? 'no-go' : 'go'}, worst of n`,
    unit: '%',
    ...(isHeldTo ? atMost(worst, isWorthIt ? 10 : 5) : { value: worst, target: '', met: null }),
    note: `go/no-go/undecided of ${GRID.curves} curves at n = ${GRID.heldOut.join(', ')}: ${rates.map(percent).join(', ')}`,
  };
}

const percent = ({ go, noGo, undecided }: Rates) =>
  [go, noGo, undecided].map((share) => (share * 100).toFixed(1)).join('/');
