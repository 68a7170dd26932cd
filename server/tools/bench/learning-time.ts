import type { ExperimentConfigInput } from '@/lib/contracts/experiment-config';
import { pairedGain } from '@/lib/stats/paired-scores';
import { type BenchLab, openBenchLab } from './bench-lab';
import { atLeast, type BenchRow, median } from './bench-row';

/**
 * What the parallel run is worth: learning time at batch size 1 over that of Combee at the largest size that loses at
 * most one point of held-out accuracy, paired by example over three seeds; for both reducers. Then what each switch
 * of the scheduler gains at the better of the two.
 *
 * Delays are divided by 20, our own milliseconds are not: they weigh twenty times as much here as in a real run.
 */
const TIME_SCALE = 20;
const SEEDS = [1, 2, 3];
const TRAIN = 250;
const HELD_OUT = 300;
const LANES = 256;
const LOSS_MAX = 0.01;
const SIZES = { llm: [10, 20, 40], union: [20, 40, 60, 80, 125] } as const;
type Reducer = keyof typeof SIZES;

type Settings = Partial<ExperimentConfigInput>;
type CombeeArm = { readonly kind: 'combee'; readonly reducer: Reducer };

const SWITCHES: readonly { readonly name: string; readonly settings: (arm: CombeeArm) => Settings }[] = [
  {
    name: 'planned grouping',
    settings: (arm) => ({ aggregation: { ...arm, grouping: 'planned' } }),
  },
  { name: 'carry-over after 90 %', settings: () => stragglers({ carryOverAfterShare: 0.9 }) },
  { name: 'overlap of map and reduce', settings: () => stragglers({ overlap: true }) },
];

function stragglers(on: Partial<NonNullable<Settings['stragglers']>>): Settings {
  return { stragglers: { carryOverAfterShare: null, overlap: false, ...on } };
}

interface Arm {
  readonly learningMs: number;
  /** Held-out scores of all seeds, one after another, in the same order in every arm. */
  readonly scores: readonly (number | null)[];
}

export async function measureLearningTime(): Promise<readonly BenchRow[]> {
  const lab = await openBenchLab();
  try {
    // It takes as long as all the others together, so it runs beside them.
    const serial = runArm(lab, 1, { aggregation: { kind: 'naive' } });
    const parallel: Measured[] = [];
    for (const reducer of ['llm', 'union'] as const) {
      for (const size of SIZES[reducer]) {
        const arm: CombeeArm = { kind: 'combee', reducer };
        parallel.push({ reducer, size, arm: await runArm(lab, size, { aggregation: arm }) });
      }
    }
    const chosen = (['llm', 'union'] as const).map((reducer) => largestWithinLoss(parallel, reducer, serial));
    const results = await Promise.all(chosen);
    const rows = results.map(({ row }) => row);
    const best = results.reduce((a, b) => (b.ratio > a.ratio ? b : a));
    if (best.found) rows.push(...(await switchRows(lab, best.found, await serial)));
    return rows;
  } finally {
    await lab.close();
  }
}

interface Measured {
  readonly reducer: Reducer;
  readonly size: number;
  readonly arm: Arm;
}

async function largestWithinLoss(all: readonly Measured[], reducer: Reducer, serial: Promise<Arm>) {
  const reference = await serial;
  const judged = all
    .filter((one) => one.reducer === reducer)
    .map((one) => ({ ...one, loss: differenceOf(reference, one.arm) }));
  const found = judged.filter(({ loss }) => -loss.mean <= LOSS_MAX).at(-1) ?? null;
  const others = judged
    .map(({ size, loss, arm }) => `${size}: ${points(loss.mean)} pt, ${ratioText(reference, arm)}x`)
    .join('; ');
  const name = `learning time at batch size 1 / Combee, reducer ${reducer}`;
  if (!found) {
    const row = {
      name,
      value: null,
      unit: 'ratio',
      target: '≥ 17',
      met: false,
      note: `no size lost at most 1 pt (${others})`,
    };
    return { row, ratio: 0, found };
  }
  const ratio = reference.learningMs / found.arm.learningMs;
  const row: BenchRow = {
    name,
    unit: 'ratio',
    ...atLeast(ratio, 17),
    note: `batch size ${found.size}, held-out ${points(found.loss.mean)} pt [${points(found.loss.lower)}, ${points(found.loss.upper)}] (n = ${found.loss.n}), ${LANES} lanes, practice model${reducer === 'llm' ? ' (level 2 counts updates)' : ''}, ${SEEDS.length} seeds; every size tried: ${others}`,
  };
  return { row, ratio, found };
}

async function switchRows(lab: BenchLab, best: Measured, serial: Arm): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const arm = { kind: 'combee', reducer: best.reducer } as const;
  for (const { name, settings } of SWITCHES) {
    const with_ = await runArm(lab, best.size, { aggregation: arm, ...settings(arm) });
    const loss = differenceOf(with_, best.arm);
    rows.push({
      name: `switch: ${name}`,
      value: best.arm.learningMs / with_.learningMs,
      unit: 'times faster',
      target: '-',
      met: null,
      note: `batch size ${best.size}, reducer ${best.reducer}; held-out ${points(loss.mean)} pt [${points(loss.lower)}, ${points(loss.upper)}] against off; ${ratioText(serial, with_)}x of batch size 1`,
    });
  }
  return rows;
}

/** One arm over all seeds; the learning time is that of the median seed. */
async function runArm(lab: BenchLab, size: number, settings: Settings): Promise<Arm> {
  const runs = await Promise.all(
    SEEDS.map((seed) =>
      lab.run({
        seed,
        timeScale: TIME_SCALE,
        train: TRAIN,
        heldOut: HELD_OUT,
        settings: {
          lanes: LANES,
          diversity: null,
          evaluation: { everyExamples: TRAIN },
          batch: { kind: 'static', size, reason: 'A pinned size of the bench.' },
          ...settings,
        },
      }),
    ),
  );
  const measured = runs.map(({ entries }) => {
    const scores = entries.flatMap((entry) => (entry.type === 'heldOut.measured' ? [entry.data.scores] : []));
    const times = entries.map((entry) =>
      entry.type === 'iteration.closed' ? (entry.measured.learningMs ?? 0) : 0,
    );
    return { scores: scores.at(-1) ?? [], learningMs: times.reduce((sum, ms) => sum + ms, 0) };
  });
  return {
    learningMs: median(measured.map(({ learningMs }) => learningMs)),
    scores: measured.flatMap(({ scores }) => scores),
  };
}

/** Every arm lists its examples in one order, so places pair them. */
const differenceOf = (reference: Arm, arm: Arm) => pairedGain(byPlace(reference), byPlace(arm));
const byPlace = ({ scores }: Arm) => ({ exampleIds: scores.map((_, place) => `${place}`), scores });
const points = (share: number | null) =>
  share === null ? '-' : `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)}`;
const ratioText = (serial: Arm, arm: Arm) => (serial.learningMs / arm.learningMs).toFixed(1);
