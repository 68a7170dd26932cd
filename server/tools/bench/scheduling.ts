import { type BenchLab, openBenchLab } from './bench-lab';
import { atMost, type BenchRow, median } from './bench-row';
import {
  criticalPathMs,
  drawnIteration,
  learningMs,
  lowerBoundMs,
  scanMs,
  scanPathMs,
} from './critical-path';

/** How much longer an iteration takes than its delays alone would: with a lane for every call, and with 32. */
const ROLLOUTS = 200;
/** 12.9 s of median delay become 3.2 s: the critical path stays above 20 s of real time. */
const TIME_SCALE = 4;
const FEW_LANES = 32;
const FEW_LANES_SEEDS = 20;
/** GEPA's own aggregation asks one after another (measured on gepa b265bf9, log-normal delays, sigma 0.5). */
const GEPA_RATIO = [
  { n: 36, ratio: 2.97 },
  { n: 100, ratio: 2.79 },
] as const;

export async function measureScheduling(): Promise<readonly BenchRow[]> {
  const lab = await openBenchLab();
  try {
    const wide = await iteration(lab, { seed: 1, rollouts: ROLLOUTS, lanes: 256, timeScale: TIME_SCALE });
    const pathMs = criticalPathMs(wide.drawn);
    const rows: BenchRow[] = [
      {
        name: `iteration of ${ROLLOUTS} rollouts / its critical path`,
        unit: 'ratio',
        ...atMost(wide.learningMs / pathMs, 1.05),
        note: `${(wide.learningMs / 1000).toFixed(1)} s against ${(pathMs / 1000).toFixed(1)} s of drawn delays, 256 lanes`,
      },
      await fewLanes(lab),
    ];
    for (const gepa of GEPA_RATIO) rows.push(await aggregation(lab, gepa));
    return rows;
  } finally {
    await lab.close();
  }
}

async function fewLanes(lab: BenchLab): Promise<BenchRow> {
  const ratios: number[] = [];
  const seeds = Array.from({ length: FEW_LANES_SEEDS }, (_, index) => index + 1);
  const spec = { rollouts: ROLLOUTS, lanes: FEW_LANES, timeScale: TIME_SCALE };
  // Five at a time: the delays dwarf what the machine has to do.
  while (seeds.length > 0) {
    const wave = seeds.splice(0, 5).map((seed) => iteration(lab, { ...spec, seed }));
    for (const done of await Promise.all(wave))
      ratios.push(done.learningMs / lowerBoundMs(done.drawn, FEW_LANES));
  }
  return {
    name: `the same on ${FEW_LANES} lanes / the lower bound of any schedule`,
    unit: 'ratio',
    ...atMost(median(ratios), 1.12),
    note: `median of ${FEW_LANES_SEEDS} seeds; ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
  };
}

async function aggregation(lab: BenchLab, gepa: (typeof GEPA_RATIO)[number]): Promise<BenchRow> {
  const done = await iteration(lab, { seed: 2, rollouts: gepa.n, lanes: 256, timeScale: TIME_SCALE });
  return {
    name: `aggregating ${gepa.n} reflections / its critical path`,
    unit: 'ratio',
    ...atMost(done.scanMs / scanPathMs(done.drawn), 1.05),
    note: `GEPA's own, one call after another: ${gepa.ratio}`,
  };
}

async function iteration(
  lab: BenchLab,
  spec: {
    readonly seed: number;
    readonly rollouts: number;
    readonly lanes: number;
    readonly timeScale: number;
  },
) {
  const run = await lab.run({
    seed: spec.seed,
    timeScale: spec.timeScale,
    train: spec.rollouts,
    heldOut: 1,
    settings: {
      lanes: spec.lanes,
      batch: { kind: 'static', size: spec.rollouts, reason: 'One iteration of all examples.' },
    },
  });
  return {
    drawn: drawnIteration(run, 0, spec.timeScale),
    learningMs: learningMs(run.entries, 0),
    scanMs: scanMs(run.entries, 0),
  };
}
