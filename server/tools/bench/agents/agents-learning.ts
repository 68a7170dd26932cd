import type { ExperimentConfigInput } from '@/lib/contracts/experiment-config';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { PRACTICE_SETTINGS_DEFAULT, READING_WORDS } from '@/lib/domain/practice-settings';
import type { BenchRow } from '../bench-row';
import { type OfficeLab, openOfficeLab } from './office-lab';
import type { OfficeRun } from './office-run';
import { type AgainstSerial, againstSerial, scaledByCalls } from './serial-against-combee';

/**
 * What 64 agents at once are worth on the back office: learning time of one agent at a time over that of Combee with the
 * controller's sizes, both on all 320 training tickets, and whether Combee keeps the held-out score on 600.
 *
 * The serial arm at its pace takes over half an hour a seed, so it is timed on a registered part and scaled by the calls that
 * the part left out (./serial-against-combee); `all` times the whole of it too, and adds the other readings of level 2.
 */
const SEEDS = [1, 2, 3] as const;
const LANES = 64;
/** Delays are divided by it; our own milliseconds are not, so they weigh twenty times as much here as in a real run. */
const TIME_SCALE = 20;
/** As good as no delays. */
const FAST_FORWARD = 100_000;
const TRAIN = 320;
/** Some four minutes at this pace. */
const PART = { train: 32, heldOut: 4 };
const RATIO_MIN = 8;

/** Each run as it ends, so that a bench that is cut short has said what it measured. */
function tell(name: string, { learningMs, learningCalls, inFlight, record }: OfficeRun): void {
  const curve = record.points.map(
    ({ trainExamplesSeen, score }) => `${trainExamplesSeen}: ${(100 * score.mean).toFixed(1)}`,
  );
  process.stderr.write(
    `  ${name}: ${(learningMs / 1000).toFixed(1)} s, ${learningCalls} calls, ${inFlight.mean.toFixed(1)} in flight (most ${inFlight.most}); held-out ${curve.join(', ')}\n`,
  );
}

interface SerialArm {
  /** At its pace, on the part of the training tickets. */
  readonly part: OfficeRun;
  /** All training tickets, without the delays. */
  readonly whole: OfficeRun;
}

export async function measureAgentsLearning({ all = false } = {}): Promise<readonly BenchRow[]> {
  const lab = await openOfficeLab(PART);
  try {
    const serial = await serialArms(lab);
    const rows = [await combeeRow(lab, serial, PRACTICE_SETTINGS_DEFAULT.levelTwoCounts)];
    if (!all) return rows;
    for (const reading of LEVEL_TWO_READINGS)
      if (reading !== PRACTICE_SETTINGS_DEFAULT.levelTwoCounts)
        rows.push(await combeeRow(lab, serial, reading));
    return [...rows, await wholeSerialRow(lab, serial)];
  } finally {
    await lab.close();
  }
}

/** The parts first and alone: three agents in flight, and a machine that does nothing else. */
async function serialArms(lab: OfficeLab): Promise<readonly SerialArm[]> {
  const parts = await Promise.all(
    SEEDS.map((seed) =>
      lab.run({
        ...{ kind: 'comparisonPoint', seed, splitId: lab.splits.part, timeScale: TIME_SCALE },
        settings: serialSettings(PART.train),
      }),
    ),
  );
  for (const [at, part] of parts.entries()) tell(`serial part, seed ${SEEDS[at]}`, part);
  const wholes = await Promise.all(
    SEEDS.map((seed) =>
      lab.run({
        // The diagnosis of one baseline lets Combee start; it needs a curve, and the others only their ends.
        ...{ kind: seed === SEEDS[0] ? 'serialBaseline' : 'comparisonPoint', seed },
        ...{ splitId: lab.splits.whole, timeScale: FAST_FORWARD },
        settings: serialSettings(seed === SEEDS[0] ? TRAIN / 8 : TRAIN),
      }),
    ),
  );
  return parts.flatMap((part, at) => {
    const whole = wholes[at];
    if (whole !== undefined) tell(`serial whole without delays, seed ${SEEDS[at]}`, whole);
    return whole === undefined ? [] : [{ part, whole }];
  });
}

/** One agent on training tickets; the measurements on held-out, which are no learning time, go as wide as Combee's. */
const serialSettings = (everyExamples: number): ExperimentConfigInput => ({
  ...{ lanes: LANES, diversity: null, evaluation: { everyExamples } },
  aggregation: { kind: 'naive' },
  batch: {
    kind: 'static',
    size: 1,
    reason: 'One agent at a time: the arm that all others are held against.',
  },
});

async function combeeRow(
  lab: OfficeLab,
  serial: readonly SerialArm[],
  reading: LevelTwoReading,
): Promise<BenchRow> {
  const runs: OfficeRun[] = [];
  // One after another: each has the machine for its 64 agents.
  for (const seed of SEEDS) {
    const run = await lab.run({
      ...{ kind: 'combee', seed, splitId: lab.splits.whole, timeScale: TIME_SCALE, reading },
      settings: {
        ...{ lanes: LANES, evaluation: { everyExamples: TRAIN } },
        batch: { kind: 'dynamic', maxBatch: LANES },
      },
    });
    tell(`Combee, seed ${seed}, ${reading}, sizes ${run.sizes.join(' ')}`, run);
    runs.push(run);
  }
  const found = againstSerial(
    serial.flatMap(({ part, whole }, at) => {
      const run = runs[at];
      if (run === undefined) return [];
      const serialMs = scaledByCalls(part, whole.learningCalls);
      const points = { serialPoints: whole.record.points, combeePoints: run.record.points };
      return [{ serialMs, combeeMs: run.learningMs, ...points }];
    }),
  );
  const isDefault = reading === PRACTICE_SETTINGS_DEFAULT.levelTwoCounts;
  const lower = found?.speed.lower ?? null;
  return {
    name: `learning time, 1 agent at a time / Combee with ${LANES} (${READING_WORDS[reading]}): lower bound`,
    value: lower,
    unit: 'x',
    target: isDefault ? `≥ ${RATIO_MIN}, quality holds` : '-',
    met: isDefault
      ? found !== null && lower !== null && lower >= RATIO_MIN && found.answer === 'holds'
      : null,
    note: found === null ? 'an arm was never measured' : noteOf(found, serial, runs),
  };
}

function noteOf(found: AgainstSerial, serial: readonly SerialArm[], runs: readonly OfficeRun[]): string {
  const { speed, answer, answers, difference } = found;
  const per = (figures: readonly number[]) => figures.map((figure) => figure.toFixed(0)).join(', ');
  return [
    `ratio ${speed.ratio.toFixed(1)} [${speed.lower?.toFixed(1)}, ${speed.upper?.toFixed(1)}], ${speed.seeds} seeds, practice model, delays / ${TIME_SCALE}`,
    `keeps the serial score within 1 point: ${answer} (by seed ${answers.join(', ')}; ${points(difference.mean)} [${points(difference.lower)}, ${points(difference.upper)}], n = ${difference.n})`,
    `held-out: serial ${scores(serial.map(({ whole }) => whole))}, Combee ${scores(runs)} from ${scores(runs, 'original')}`,
    `Combee ${per(runs.map(({ learningMs }) => learningMs / 1000))} s, sizes ${runs.map(({ sizes }) => sizes.join(' ')).join(' | ')}; agents in flight at most ${per(runs.map(({ inFlight }) => inFlight.most))}, on average ${per(runs.map(({ inFlight }) => inFlight.mean))}`,
    `serial timed on ${PART.train} of ${TRAIN} registered training tickets (${per(serial.map(({ part }) => part.learningMs / 1000))} s, ${per(serial.map(({ part }) => part.learningCalls))} calls) and scaled to the ${per(serial.map(({ whole }) => whole.learningCalls))} calls of the whole arm, which was played without delays`,
  ].join('; ');
}

/** Says what the scaling is worth: the whole arm of the first seed at its pace, against what its part gave. */
async function wholeSerialRow(lab: OfficeLab, [first]: readonly SerialArm[]): Promise<BenchRow> {
  const timed = await lab.run({
    ...{ kind: 'comparisonPoint', seed: SEEDS[0], splitId: lab.splits.whole, timeScale: TIME_SCALE },
    settings: serialSettings(TRAIN),
  });
  tell('serial whole at its pace, seed 1', timed);
  const scaled = first === undefined ? Number.NaN : scaledByCalls(first.part, first.whole.learningCalls);
  return {
    name: 'the whole serial arm at its pace, seed 1 / what its part was scaled to',
    ...{ value: timed.learningMs / scaled, unit: 'ratio', target: '-', met: null },
    note: `${(timed.learningMs / 1000).toFixed(0)} s against ${(scaled / 1000).toFixed(0)} s; ${timed.learningCalls} calls, ${first?.whole.learningCalls} without delays; held-out ${scores([timed])} and ${scores(first === undefined ? [] : [first.whole])}`,
  };
}

const points = (share: number | null) =>
  share === null ? '-' : `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)}`;

const scores = (runs: readonly OfficeRun[], which: 'chosen' | 'original' = 'chosen') =>
  runs.map(({ record }) => (100 * (record[which]?.score.mean ?? Number.NaN)).toFixed(1)).join(', ');
