import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { seededRng } from '@/lib/random/seeded-rng';
import type { Scenario, SeedGround } from '@/server/commands/seed/scenarios/scenario';
import { clearSeeded, makeSeeded, seededPages } from '@/server/commands/seed/scenarios/seeded-experiments';
import { ledgerPool } from '@/server/ledger/pool';
import { keepFolded } from '@/server/services/runs/fold-run';
import { keepFollowed } from '@/server/services/runs/followed-insights';
import type { MadeUpPlan } from './made-up-plan';
import { madeUpRun } from './made-up-run';
import { keepRun, openRun } from './made-up-run-row';
import { type Arm, examplesOf, preparedArms } from './prepared-arms';

/**
 * More than anybody looks at by hand: a thousand runs and one that is very long, with rows of the shapes that real runs
 * leave, written in bulk. Nobody carried them: their curves were drawn, and a replay of one would differ.
 */
const NAME = 'huge';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Made up to try the pages at size: nothing was run, and no number of it means anything.';

export interface HugeSize {
  readonly runs: number;
  /** Of the long run: iterations of ten examples, and held-out after as many examples. */
  readonly iterations: number;
  readonly measureEvery: number;
}

/** 20,000 training rollouts and 267 measurements of 300 held-out examples. */
export const HUGE_SIZE: HugeSize = { runs: 1_000, iterations: 2_000, measureEvery: 75 };

const SMALL: Readonly<Record<SplitName, number>> = { train: 40, selection: 20, heldOut: 20, confirmation: 0 };
const LONG_SIZE = 10;
const EPOCHS_MAX = 100;

export function huge(size: HugeSize = HUGE_SIZE): Scenario {
  return {
    name: NAME,
    about: 'A thousand runs, and one of 2,000 iterations and 100,000 rollouts; all of it made up.',
    pages: (actor) => seededPages(actor, NAME),
    clear: (actor) => clearSeeded(actor, NAME),
    async make(ground) {
      const arms = await makeArms(ground.actor);
      for (let index = 0; index < size.runs; index += 1) {
        const arm = arms[index % arms.length];
        if (arm !== undefined) await makeShort(arm, index, size.runs);
        if ((index + 1) % 250 === 0) ground.tell(`${index + 1} runs …`);
      }
      await makeLong(ground, size);
      // Plans made for small tables would read these from end to end.
      await ledgerPool().query('ANALYZE "LedgerEntry", "JournalCall", "Run", "Text"');
    },
  };
}

/** Three methods in two ways of aggregating, and the serial baseline. */
async function makeArms(actor: Actor): Promise<readonly Arm[]> {
  const arms: Arm[] = [];
  for (const method of ['ace', 'gepa', 'textgrad'] as const) {
    const experimentId = await makeSeeded(actor, {
      ...{ scenario: NAME, title: `made-up runs of ${method}`, description: DESCRIPTION, counts: SMALL },
      settings: { method: { name: method } },
    });
    arms.push(...(await preparedArms(actor, experimentId)));
  }
  return arms;
}

/** One in twenty is cut short in one of three ways; what naive aggregation reaches falls with its batch. */
async function makeShort(arm: Arm, index: number, runs: number): Promise<void> {
  const rng = seededRng(`${NAME} ${index}`);
  const { manifest, size } = arm;
  const iterations = Math.ceil(SMALL.train / size);
  const cut = index % 20 === 7 ? ('stopped' as const) : index % 20 === 13 ? ('failed' as const) : null;
  const end = cut ?? (index % 40 === 19 ? ('paused' as const) : ('finished' as const));
  const isNaive = manifest.aggregation.kind === 'naive';
  const first = 0.35 + 0.2 * rng.nextFloat();
  const gain = 0.3 * rng.nextFloat() * (isNaive && size > LONG_SIZE ? -0.3 : 1);
  const startMs = Date.now() - DAY_MS * (1 + (60 * (runs - index)) / runs);
  await keepWhole(arm, {
    ...{ size, iterations, end, rng, startMs, measureEvery: Math.max(size, 8), lessonsKept: 30 },
    closed: end === 'finished' ? iterations : Math.max(1, Math.floor(iterations / 2)),
    quality: { first, last: first + gain, halfAfter: 15 },
    seed: index,
    createdAt: new Date(startMs - 5_000),
  });
}

type Wanted = Omit<MadeUpPlan, 'manifest' | 'manifestHash' | 'examples'> & {
  readonly seed: number;
  readonly createdAt: Date;
};

async function keepWhole(arm: Arm, wanted: Wanted, tell?: (iterations: number) => void): Promise<void> {
  const run = await openRun(ledgerPool(), arm, wanted);
  const examples = await examplesOf(arm);
  const { manifest, manifestHash } = run;
  const lastSeq = await keepRun(
    ledgerPool(),
    run,
    madeUpRun({ ...wanted, manifest, manifestHash, examples }),
    tell,
  );
  await keepFolded(run.runId, lastSeq);
  await keepFollowed(run.runId);
}

async function makeLong({ actor, tell }: SeedGround, { iterations, measureEvery }: HugeSize): Promise<void> {
  const experimentId = await makeSeeded(actor, {
    ...{ scenario: NAME, title: `a made-up run of ${iterations} iterations`, description: DESCRIPTION },
    settings: { epochs: EPOCHS_MAX, evaluation: { everyExamples: measureEvery } },
  });
  const arms = await preparedArms(actor, experimentId, [LONG_SIZE]);
  const [arm] = arms.filter(({ manifest }) => manifest.aggregation.kind === 'combee');
  if (arm === undefined) return;
  const startMs = Date.now() - DAY_MS;
  const wanted = {
    ...{
      size: LONG_SIZE,
      iterations,
      closed: iterations,
      measureEvery,
      end: 'finished' as const,
      lessonsKept: 40,
    },
    ...{ startMs, rng: seededRng(`${NAME} long`), seed: 1, createdAt: new Date(startMs - 5_000) },
    quality: { first: 0.4, last: 0.86, halfAfter: 2_000 },
  };
  await keepWhole(arm, wanted, (done) => tell(`${done} iterations …`));
}
