import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { seededRng } from '@/lib/random/seeded-rng';
import { clopperPearsonInterval } from '@/lib/stats/binomial';
import {
  CURVE_SHAPES,
  type CurveShapeName,
  measuredOn,
  type Rates,
  type SimulatedRun,
  verdictRates,
} from '@/lib/testing/serial-curves';
import type { BenchRow } from './bench-row';

/**
 * Error rates of the convergence rule: simulated serial runs of each shape, length, noise and
 * held-out size, decided once on the run's own measurements and once with repeats up to the default cap.
 * Prints the rows of docs/measurements/diagnosis.md. Fixed seeds; 95 s.
 */
const GRID = { curves: 60, lengths: [10, 20, 40], coins: [1, 0.1, 0.02, 0], heldOut: [300, 1000] } as const;

type Decide = (run: SimulatedRun) => { readonly verdict: keyof Rates; readonly repeats: number };

export async function measureConvergenceRates(): Promise<readonly BenchRow[]> {
  return GRID.coins.flatMap((coins) =>
    CURVE_SHAPES.flatMap((shape) =>
      GRID.lengths.flatMap((length) => [
        row({ shape, length, coins }, 'as the run measured it', deciding(1)),
        row({ shape, length, coins }, 'measured on', deciding(REPETITIONS_DEFAULT)),
      ]),
    ),
  );
}

const deciding =
  (repetitionsMax: number): Decide =>
  (run) => {
    const curve = measuredOn(run, repetitionsMax);
    return { verdict: decideConvergence(curve).verdict, repeats: curve.repeats.length };
  };

interface Cells {
  readonly shape: CurveShapeName;
  readonly length: number;
  readonly coins: number;
}

type Protocol = 'as the run measured it' | 'measured on';

function row(cells: Cells, protocol: Protocol, decide: Decide): BenchRow {
  const { shape, length, coins } = cells;
  let repeats = 0;
  const rates = GRID.heldOut.map((heldOut) => {
    const rng = seededRng(`convergence/${shape}/${length}/${coins}/${heldOut}`);
    const counted = (run: SimulatedRun) => {
      const said = decide(run);
      repeats += said.repeats;
      return said.verdict;
    };
    return verdictRates(counted, { ...cells, heldOut }, { curves: GRID.curves, rng });
  });
  // The wrong decision: no-go for a plateau that is worth it, go for any other shape.
  const isWorthIt = shape === 'plateauAbove';
  const worst = 100 * Math.max(...rates.map(({ go, noGo }) => (isWorthIt ? noGo : go)));
  const mean = repeats / (GRID.curves * GRID.heldOut.length);
  return {
    name: `${shape}, ${length} measurements, ${coins * 100} % coins, ${protocol}: ${isWorthIt ? 'no-go' : 'go'}, worst of n`,
    ...{ value: worst, unit: '%', target: `lower 99 % bound ≤ ${isWorthIt ? 10 : 5} %` },
    met: lowestOf(worst) <= (isWorthIt ? 10 : 5),
    note: `go/no-go/undecided of ${GRID.curves} runs at n = ${GRID.heldOut.join(', ')}: ${rates.map(percent).join(', ')}; ${mean.toFixed(1)} repeats a run`,
  };
}

/** Lower end of the exact 99 % interval of a rate in percent, given the grid's curves. */
const lowestOf = (worst: number) =>
  100 * (clopperPearsonInterval(Math.round((worst * GRID.curves) / 100), GRID.curves, 0.005)?.lower ?? 0);

const percent = ({ go, noGo, undecided }: Rates) =>
  [go, noGo, undecided].map((share) => (share * 100).toFixed(1)).join('/');
