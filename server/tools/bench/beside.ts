import { pairedGain } from '@/lib/stats/paired-scores';
import { type BenchLab, openBenchLab } from './bench-lab';
import { atLeast, atMost, type BenchRow, median } from './bench-row';

/**
 * What held-out beside the next map saves: wall-clock of a whole ACE run with Combee at a fixed size, over that of the
 * same run that measures between two iterations, by turns; whether the best prompt keeps its score; and whether each run
 * walks the same path again from its journal.
 *
 * Delays are divided by 20, our own milliseconds are not.
 */
const TIME_SCALE = 20;
const SEEDS = [1, 2, 3];
const TRAIN = 250;
const HELD_OUT = 300;
const LANES = 64;
const SIZE = 36;
const RATIO_MAX = 0.65;
const LOSS_MAX = 0.01;

interface Arm {
  readonly wallMs: number;
  readonly best: { readonly exampleIds: readonly string[]; readonly scores: readonly (number | null)[] };
  readonly isReplayed: boolean;
}

export async function measureBeside(): Promise<readonly BenchRow[]> {
  const lab = await openBenchLab();
  try {
    const pairs: { readonly between: Arm; readonly beside: Arm }[] = [];
    for (const seed of SEEDS) {
      const between = await armOf(lab, seed, false);
      pairs.push({ between, beside: await armOf(lab, seed, true) });
    }
    return rowsOf(pairs);
  } finally {
    await lab.close();
  }
}

function rowsOf(pairs: readonly { readonly between: Arm; readonly beside: Arm }[]): readonly BenchRow[] {
  const ratios = pairs.map(({ between, beside }) => beside.wallMs / between.wallMs);
  const losses = pairs.map(({ between, beside }) => -pairedGain(between.best, beside.best).mean);
  const replayed = pairs
    .flatMap(({ between, beside }) => [between, beside])
    .filter(({ isReplayed }) => isReplayed);
  const seconds = (of: (pair: (typeof pairs)[number]) => Arm) =>
    pairs.map((pair) => (of(pair).wallMs / 1000).toFixed(1)).join(', ');
  const run = `ACE, Combee at ${SIZE}, ${LANES} lanes, ${TRAIN} training and ${HELD_OUT} held-out examples, practice model`;
  return [
    {
      ...{ name: 'held-out beside the next map: wall-clock / between iterations', unit: 'ratio' },
      ...atMost(median(ratios), RATIO_MAX),
      note: `${run}; seeds ${SEEDS.join(', ')}: ${seconds(({ beside }) => beside)} s beside, ${seconds(({ between }) => between)} s between; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
    {
      ...{ name: 'held-out beside the next map: loss of the best prompt', unit: 'share' },
      ...atMost(Math.max(...losses), LOSS_MAX),
      note: `the largest of ${SEEDS.length} seeds, paired by example`,
    },
    {
      ...{ name: 'held-out beside and between: runs that replay their hash', unit: 'runs' },
      ...atLeast(replayed.length, 2 * SEEDS.length),
      note: 'carried again from their complete journal by another worker',
    },
  ];
}

async function armOf(lab: BenchLab, seed: number, isBeside: boolean): Promise<Arm> {
  const run = await lab.run({
    ...{ seed, timeScale: TIME_SCALE, train: TRAIN, heldOut: HELD_OUT },
    settings: {
      ...{ lanes: LANES, diversity: null, aggregation: { kind: 'combee' } },
      evaluation: { beside: isBeside },
      batch: { kind: 'static', size: SIZE, reason: 'A pinned size of the bench.' },
    },
  });
  const measured = run.entries.flatMap((entry) => (entry.type === 'heldOut.measured' ? [entry.data] : []));
  const end = run.entries.flatMap((entry) => (entry.type === 'run.finished' ? [entry.data] : []))[0];
  const times = run.entries.map((entry) => entry.measured.atMs);
  const replay = await lab.carry(run, { claim: true });
  const wallMs = Math.max(...times) - Math.min(...times);
  process.stderr.write(
    `  seed ${seed}, ${isBeside ? 'beside' : 'between'}: ${(wallMs / 1000).toFixed(1)} s\n`,
  );
  return {
    wallMs,
    best: measured.findLast(({ best }) => best) ?? { exampleIds: [], scores: [] },
    isReplayed: end !== undefined && replay.runHash === end.runHash,
  };
}
