import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { seededRng } from '@/lib/random/seeded-rng';
import { ledgerPool } from '@/server/ledger/pool';
import { keepFolded } from '@/server/services/runs/fold-run';
import { keepFollowed } from '@/server/services/runs/followed-insights';
import type { Scenario, SeedGround } from '@/server/tools/scenarios/scenario';
import { clearSeeded, makeSeeded, seededPages } from '@/server/tools/scenarios/seeded-experiments';
import type { MadeUpPlan } from './made-up-plan';
import { madeUpRun } from './made-up-run';
import { openRun } from './made-up-run-row';
import { type Arm, examplesOf, preparedArms } from './prepared-arms';
import { RunWriter } from './run-writer';

/**
 * A workspace larger than a person would read: a thousand runs and one very long run, with rows of the shapes
 * that real runs leave, written in bulk. The runs were never executed: their curves were drawn, and a replay
 * would differ.
 */
const NAME = 'huge';
const DAY_MS = 86_400_000;
const DESCRIPTION = 'Made up to try the pages at size: nothing was run, and no number of it means anything.';

export interface HugeSize {
  readonly runs: number;
  /** Size of the long run: iterations of ten examples, held-out measured every this many examples. */
  readonly iterations: number;
  readonly measureEvery: number;
}

/** 20,000 training rollouts and 286 measurements of 300 held-out examples: 105,800 rollouts. */
export const HUGE_SIZE: HugeSize = { runs: 1_000, iterations: 2_000, measureEvery: 70 };

const SMALL: Readonly<Record<SplitName, number>> = { train: 40, selection: 20, heldOut: 20, confirmation: 0 };
const LONG: Readonly<Record<SplitName, number>> = { train: 250, selection: 0, heldOut: 300, confirmation: 0 };
const LONG_SIZE = 10;
const EPOCHS_MAX = 100;

export function huge(size: HugeSize = HUGE_SIZE): Scenario {
  return {
    name: NAME,
    about: `${inWords(size)}; all of it made up.`,
    ofPortion: (share) => huge(portionOf(share)),
    pages: (actor) => seededPages(actor, NAME),
    clear: (actor) => clearSeeded(actor, NAME),
    async make(ground) {
      const arms = await makeArms(ground.actor);
      const writer = await RunWriter.open(ledgerPool());
      try {
        await makeRuns(ground, writer, { arms, size });
      } finally {
        await writer.close();
      }
      // Query plans made for small tables would scan these completely.
      await ledgerPool().query(
        'ANALYZE "LedgerEntry", "JournalCall", "CallTotal", "SearchText", "Run", "Text"',
      );
    },
  };
}

interface Wished {
  readonly arms: readonly Arm[];
  readonly size: HugeSize;
}

/** The search index is the database's work and the rows are mostly ours, so both are made in parallel. */
async function makeRuns(ground: SeedGround, writer: RunWriter, { arms, size }: Wished): Promise<void> {
  const shortIds = await makeShorts(ground, writer, { arms, size });
  const [long] = await Promise.all([makeLong(ground, writer, size), writer.makeSearchable(shortIds)]);
  if (long === null) return;
  ground.tell('Computing the projections of their pages …');
  await Promise.all([keepReckoned(long), writer.makeSearchable([long.runId])]);
}

/** The same shape: same arms, splits and lengths of short runs. */
function portionOf(share: number): HugeSize {
  const { runs, iterations, measureEvery } = HUGE_SIZE;
  const of = (count: number) => Math.max(1, Math.round(count * share));
  return { runs: of(runs), iterations: of(iterations), measureEvery };
}

/** Counts training rollouts and those of measurements, the first of which precedes all training. */
function inWords({ runs, iterations, measureEvery }: HugeSize): string {
  const trained = iterations * LONG_SIZE;
  const measurements = 1 + Math.floor(iterations / Math.ceil(measureEvery / LONG_SIZE));
  const rollouts = trained + measurements * LONG.heldOut;
  const number = (value: number) => value.toLocaleString('en-US');
  return `${number(runs)} runs, and one of ${number(iterations)} iterations and ${number(rollouts)} rollouts`;
}

/** Three methods, each with two aggregations, and the serial baseline. */
async function makeArms(actor: Actor<'administer'>): Promise<readonly Arm[]> {
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

async function makeShorts(
  ground: SeedGround,
  writer: RunWriter,
  { arms, size: { runs } }: Wished,
): Promise<readonly string[]> {
  const runIds: string[] = [];
  for (let index = 0; index < runs; index += 1) {
    const arm = arms[index % arms.length];
    if (arm !== undefined) runIds.push((await makeShort(writer, arm, { index, runs })).runId);
    if ((index + 1) % 250 === 0) ground.tell(`${index + 1} runs …`);
  }
  await writer.flush();
  return runIds;
}

/**
 * One in twenty is cut short in one of three ways; with naive aggregation, the final score falls with the
 * batch size.
 */
async function makeShort(
  writer: RunWriter,
  arm: Arm,
  { index, runs }: { readonly index: number; readonly runs: number },
): Promise<KeptRun> {
  const rng = seededRng(`${NAME} ${index}`);
  const { manifest, size } = arm;
  const iterations = Math.ceil(SMALL.train / size);
  const cut = index % 20 === 7 ? ('stopped' as const) : index % 20 === 13 ? ('failed' as const) : null;
  const end = cut ?? (index % 40 === 19 ? ('paused' as const) : ('finished' as const));
  const isNaive = manifest.aggregation.kind === 'naive';
  const first = 0.35 + 0.2 * rng.nextFloat();
  const gain = 0.3 * rng.nextFloat() * (isNaive && size > LONG_SIZE ? -0.3 : 1);
  const startMs = Date.now() - DAY_MS * (1 + (60 * (runs - index)) / runs);
  return keepWhole(writer, arm, {
    ...{ size, iterations, end, rng, startMs, measureEvery: Math.max(size, 8), lessonsKept: 30 },
    closed: end === 'finished' ? iterations : Math.max(1, Math.floor(iterations / 2)),
    quality: { first, last: first + gain, halfAfter: 15 },
    ...{ seed: index, createdAt: new Date(startMs - 5_000) },
  });
}

type Wanted = Omit<MadeUpPlan, 'manifest' | 'manifestHash' | 'examples'> & {
  readonly seed: number;
  readonly createdAt: Date;
  readonly tell?: (iterations: number) => void;
};

interface KeptRun {
  readonly runId: string;
  readonly lastSeq: number;
}

async function keepWhole(writer: RunWriter, arm: Arm, { tell, ...wanted }: Wanted): Promise<KeptRun> {
  const run = openRun(arm, wanted);
  const examples = await examplesOf(arm);
  const { runId, manifest, manifestHash } = run;
  const portions = madeUpRun({ ...wanted, manifest, manifestHash, examples });
  return { runId, lastSeq: await writer.keep(run, portions, tell) };
}

/** Null if the method has no such arm. */
async function makeLong(
  { actor, tell }: SeedGround,
  writer: RunWriter,
  { iterations, measureEvery }: HugeSize,
): Promise<KeptRun | null> {
  const experimentId = await makeSeeded(actor, {
    ...{ scenario: NAME, title: `a made-up run of ${iterations} iterations`, description: DESCRIPTION },
    ...{ counts: LONG, splitTitle: 'long' },
    settings: { epochs: EPOCHS_MAX, evaluation: { everyExamples: measureEvery } },
  });
  const arms = await preparedArms(actor, experimentId, [LONG_SIZE]);
  const [arm] = arms.filter(({ manifest }) => manifest.aggregation.kind === 'combee');
  if (arm === undefined) return null;
  const startMs = Date.now() - DAY_MS;
  const kept = await keepWhole(writer, arm, {
    ...{ size: LONG_SIZE, iterations, closed: iterations, measureEvery, end: 'finished', lessonsKept: 40 },
    ...{ startMs, rng: seededRng(`${NAME} long`), seed: 1, createdAt: new Date(startMs - 5_000) },
    quality: { first: 0.4, last: 0.86, halfAfter: 2_000 },
    tell: (done) => tell(`${done} iterations …`),
  });
  await writer.flush();
  return kept;
}

/**
 * Stores the projection of an ended long run as the worker does; projections of short runs are computed on
 * read.
 */
async function keepReckoned({ runId, lastSeq }: KeptRun): Promise<void> {
  await keepFolded(runId, lastSeq);
  await keepFollowed(runId);
}
