import { decideConvergence, type SerialMeasurement } from '@/lib/evaluation/convergence';
import { seededRng } from '@/lib/random/seeded-rng';
import { CURVE_SHAPES, type CurveShapeName, type Rates, verdictRates } from '@/lib/testing/serial-curves';
import { atMost, type BenchRow } from './bench-row';

/**
 * How often the convergence rule errs: simulated serial curves of each shape, length, noise and held-out size,
 * once decided at the end and once watched: asked at every measurement until it says go. The whole grid takes 200
 * curves a cell, as in the README of lib/evaluation, and long. The usual one ends within minutes: 40 curves, 10 and 20
 * measurements, noise of 100 and 2 %, n = 200 and 300. With 40 curves a rate is known to about 7 points only.
 */
interface Grid {
  readonly curves: number;
  readonly lengths: readonly number[];
  readonly coins: readonly number[];
  readonly heldOut: readonly number[];
}
const WHOLE: Grid = {
  curves: 200,
  lengths: [10, 20, 40],
  coins: [1, 0.1, 0.02, 0],
  heldOut: [200, 300, 1000],
};
const USUAL: Grid = { curves: 40, lengths: [10, 20], coins: [1, 0.02], heldOut: [200, 300] };
/** Of the watched curves, whose every measurement is a decision. Those without noise are not held to a rate. */
const WATCHED_LENGTH = 10;

type Decide = (curve: readonly SerialMeasurement[]) => keyof Rates;

export async function measureConvergenceRates({
  whole,
}: {
  readonly whole: boolean;
}): Promise<readonly BenchRow[]> {
  const grid = whole ? WHOLE : USUAL;
  const rows: BenchRow[] = [];
  for (const coins of grid.coins) {
    for (const shape of CURVE_SHAPES) {
      for (const length of grid.lengths) {
        rows.push(row({ shape, length, coins, grid }, 'decided at the end', atTheEnd));
      }
      // Where answers repeat exactly the looks have no spread to widen; the README of lib/evaluation says what follows.
      if (coins > 0) rows.push(row({ shape, length: WATCHED_LENGTH, coins, grid }, 'watched', watched));
    }
  }
  return rows;
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
  readonly grid: Grid;
}

function row(cells: Cells, protocol: string, decide: Decide): BenchRow {
  const { shape, length, coins, grid } = cells;
  const rates = grid.heldOut.map((heldOut) => {
    const rng = seededRng(`convergence/${shape}/${length}/${coins}/${heldOut}`);
    return verdictRates(decide, { shape, length, coins, heldOut }, { curves: grid.curves, rng });
  });
  // What must not happen: no-go for the plateau that is worth it, go for everything else.
  const isWorthIt = shape === 'plateauAbove';
  const worst = Math.max(...rates.map(({ go, noGo }) => (isWorthIt ? noGo : go)));
  return {
    name: `${shape}, ${length} measurements, ${coins * 100} % coins, ${protocol}: ${isWorthIt ? 'no-go' : 'go'}, worst of n`,
    unit: '%',
    ...atMost(worst * 100, isWorthIt ? 10 : 5),
    note: `go/no-go/undecided of ${grid.curves} curves at n = ${grid.heldOut.join(', ')}: ${rates.map(percent).join(', ')}`,
  };
}

const percent = ({ go, noGo, undecided }: Rates) =>
  [go, noGo, undecided].map((share) => (share * 100).toFixed(1)).join('/');
