import type { ExperimentConfigInput } from '@/lib/contracts/experiment-config';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { PRACTICE_SETTINGS_DEFAULT, READING_WORDS } from '@/lib/domain/practice-settings';
import type { BenchRow } from '../bench-row';
import { collectTraces } from './collect-traces';
import { type KeptShare, keptShare } from './kept-share';
import { type OfficeLab, openOfficeLab } from './office-lab';
import type { OfficeRun } from './office-run';

/**
 * Compares three ways to learn on the back office: live rollouts on 320 tickets, Combee over 300 traces of the original
 * prompt, and one call over the same traces. Fresh rollouts measure every prompt on 600 held-out
 * tickets. Delays change no answer and are left out.
 */
const SEEDS = [1, 2, 3] as const;
/** As many as need no rule of diversity, which a comparison point never has. */
const LANES = 8;
const FAST_FORWARD = 100_000;
const TRAIN = 320;
const TRACES = 300;
const SIZE = 40;

const base: ExperimentConfigInput = {
  ...{ lanes: LANES, diversity: null, evaluation: { everyExamples: TRAIN } },
  batch: { kind: 'static', size: SIZE, reason: 'The same size for live rollouts and for traces.' },
};

interface Arms {
  readonly live: OfficeRun;
  readonly traces: OfficeRun;
  readonly oneCall: OfficeRun;
}

export async function measureTraceLearning({ all = false } = {}): Promise<readonly BenchRow[]> {
  const lab = await openOfficeLab({ train: 32, heldOut: 4 });
  try {
    const rows = await rowsOf(lab, PRACTICE_SETTINGS_DEFAULT.levelTwoCounts);
    if (!all) return rows;
    for (const reading of LEVEL_TWO_READINGS)
      if (reading !== PRACTICE_SETTINGS_DEFAULT.levelTwoCounts) rows.push(...(await rowsOf(lab, reading)));
    return rows;
  } finally {
    await lab.close();
  }
}

async function rowsOf(lab: OfficeLab, reading: LevelTwoReading): Promise<BenchRow[]> {
  const seeds: Arms[] = [];
  for (const seed of SEEDS) {
    const spec = { seed, splitId: lab.splits.whole, timeScale: FAST_FORWARD, reading };
    const promptName = `original, seed ${seed}, ${reading}`;
    // One batch of all tickets: every rollout of it is under the original prompt.
    const collected = await lab.run({
      ...{ ...spec, kind: 'comparisonPoint' },
      settings: {
        ...{ ...base, aggregation: { kind: 'naive' } },
        batch: { kind: 'static', size: TRAIN, reason: 'Every rollout under the original prompt.' },
      },
    });
    await collectTraces(lab.workspaceId, { runId: collected.record.runId, promptName });
    const live = await lab.run({ ...spec, kind: 'comparisonPoint', settings: base });
    const learn = { ...spec, promptName, count: TRACES, settings: base };
    const traces = await lab.learn({ ...learn, isNaive: false });
    const oneCall = await lab.learn({ ...learn, isNaive: true });
    for (const [name, run] of Object.entries({ live, traces, oneCall }))
      tell(`${reading}, ${seed}, ${name}`, run);
    seeds.push({ live, traces, oneCall });
  }
  return [
    rowOf(`gain kept by Combee over ${TRACES} traces (${READING_WORDS[reading]})`, seeds, 'traces'),
    rowOf(`gain kept by one call over ${TRACES} traces (${READING_WORDS[reading]})`, seeds, 'oneCall'),
  ];
}

function rowOf(name: string, seeds: readonly Arms[], arm: 'traces' | 'oneCall'): BenchRow {
  const gains = seeds.flatMap((arms) => {
    const { original, chosen: whole } = arms.live.record;
    const kept = arms[arm].record.chosen;
    return original && whole && kept ? [{ original, whole, kept }] : [];
  });
  const share = gains.length === seeds.length ? keptShare(gains) : null;
  const points = (which: keyof Arms) => seeds.map((arms) => scoreOf(arms[which])).join(', ');
  const from = seeds.map(({ live }) => percent(live.record.original?.score.mean)).join(', ');
  return {
    ...{ name, value: share?.share ?? null, unit: 'share', target: '-', met: null },
    note: `${intervalOf(share)}; held-out from ${from}: live ${points('live')}, this ${points(arm)}; ${seeds.length} seeds, practice model`,
  };
}

const percent = (share: number | undefined) => (share === undefined ? '-' : (100 * share).toFixed(1));
const scoreOf = ({ record }: OfficeRun) => percent(record.chosen?.score.mean);
const intervalOf = (share: KeptShare | null) =>
  share === null
    ? 'no live gain to keep'
    : `${share.share.toFixed(2)} [${share.lower.toFixed(2)}, ${share.upper.toFixed(2)}], n = ${share.n}`;

function tell(name: string, run: OfficeRun): void {
  process.stderr.write(
    `  ${name}: ${percent(run.record.original?.score.mean)} to ${scoreOf(run)}, sizes ${run.sizes.join(' ')}\n`,
  );
}
