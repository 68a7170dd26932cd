import type { Candidate } from '@/lib/domain/candidate';
import { boilsDown, type RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import type { AppliedUpdate, Ask, Method, Progress } from '@/lib/methods/method';
import type { Rng } from '@/lib/random/seeded-rng';
import { scanArm } from './arms/scan-arm';
import { augmentedShuffle, type ShuffleInput, type ShufflePlan } from './augmented-shuffle';
import { changesSomething, type GroupResult, parallelScan, type ScanResult } from './scan';
import { identified } from './survival/insight-ids';

/**
 * Everything of an iteration after the map: valid reflections -> counters -> shuffle -> scan -> apply.
 * The run loop calls it after its barrier; a team with its own loop calls it with reflections of its own.
 *
 * Grouping is decided after the barrier (rulings J6), from the reflections that are there: failures shrink n' and
 * therefore k. (For groups that are fixed before the map see ./planned-groups.) Knows nothing of examples, scores or the ledger.
 */
export interface ReduceReflectionsInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  readonly base: Candidate;
  /** Of the whole minibatch, invalid ones included. */
  readonly reflections: readonly Reflection[];
  readonly iteration: number;
  /** The run's stream; the iteration's own is forked from it by label, so nothing drawn elsewhere shifts it. */
  readonly rng: Rng;
  /** Another source of order than that stream, for a method that repeats the draws of another program. */
  readonly shuffle?: ShuffleInput['shuffle'];
  readonly progress: Progress;
  readonly ask: Ask;
  readonly onShuffle?: (plan: ShufflePlan, degraded: boolean) => void;
  readonly onGroup?: (group: GroupResult) => void;
  /** What of the final update may be applied: a rule against copies takes its edits out here. Left out, all of it. */
  readonly screen?: (seen: ScreenInput) => Promise<Update>;
}

export interface ScreenInput {
  readonly base: Candidate;
  readonly plan: ShufflePlan;
  readonly scan: ScanResult;
  /** The valid ones. */
  readonly reflections: readonly Reflection[];
}

export interface ReducedIteration {
  /** With the counters of this iteration; what every aggregator call saw. */
  readonly base: Candidate;
  readonly plan: ShufflePlan;
  readonly scan: ScanResult;
  readonly applied: AppliedUpdate;
  /** n' < ceil(n / 2): the update stands, but on less than half of the evidence that was planned. */
  readonly degraded: boolean;
}

export async function reduceReflections(input: ReduceReflectionsInput): Promise<ReducedIteration> {
  const { degraded, ...seen } = await scanReflections(input);
  return { ...(await applyScan(input, seen)), degraded };
}

/** Counters, shuffle and scan; what comes of it is not applied yet. */
export async function scanReflections(
  input: ReduceReflectionsInput,
): Promise<ScreenInput & Pick<ReducedIteration, 'degraded'>> {
  const { method, manifest, progress, ask } = input;
  const reflections = input.reflections.filter(isUsable).map((one) => identified(one, input));
  const degraded = reflections.length < Math.ceil(input.reflections.length / 2);

  // Counters come first and once: every level-1 call then reads one and the same playbook.
  const base = method.prepareBase(input.base, reflections, manifest);
  const { kind } = manifest.aggregation;
  if (boilsDown(kind)) {
    const onPlan = (plan: ShufflePlan) => input.onShuffle?.(plan, degraded);
    const rng = input.rng.fork(`iteration-${input.iteration}/arm`);
    const shared = { method, manifest, base, progress, ask, ...groupWatch(input) };
    return { base, reflections, degraded, ...(await scanArm({ ...shared, kind, reflections, rng, onPlan })) };
  }
  const plan = planShuffle(
    input,
    reflections.map(({ ordinal }) => ordinal),
  );
  input.onShuffle?.(plan, degraded);

  const scan = await parallelScan({
    method,
    manifest,
    base,
    reflections,
    plan,
    progress,
    ask,
    ...groupWatch(input),
  });
  return { base, plan, scan, reflections, degraded };
}

const groupWatch = ({ onGroup }: Pick<ReduceReflectionsInput, 'onGroup'>) =>
  onGroup === undefined ? {} : { onGroup };

/** The end of every round, however its groups came about: screen, apply, tidy up. */
export async function applyScan(
  input: Omit<ReduceReflectionsInput, 'reflections'>,
  seen: ScreenInput,
): Promise<Omit<ReducedIteration, 'degraded'>> {
  const { base, plan, scan } = seen;
  // What failed or says nothing is never handed to a method: the candidate stays as it is, counters included.
  const update = input.screen ? await input.screen(seen) : scan.update;
  const applied = changesSomething(update)
    ? input.method.apply(base, update, input.manifest)
    : { candidate: base, applied: 0, ignored: 0 };
  const refined = await refine(input, applied.candidate);
  return { base, plan, scan, applied: { ...applied, candidate: refined } };
}

/** Only what an update changed is worth tidying up. */
async function refine(
  { method, manifest, ask, base }: Omit<ReduceReflectionsInput, 'reflections'>,
  candidate: Candidate,
) {
  if (!method.refine || candidate.hash === base.hash) return candidate;
  return (await method.refine(candidate, { manifest, ask })).candidate;
}

/** The naive arm is the same road with one group and no copies. */
export function planShuffle(
  input: Pick<ReduceReflectionsInput, 'manifest' | 'rng' | 'iteration' | 'shuffle'>,
  ordinals: readonly number[],
): ShufflePlan {
  const { kind, duplication, groups } = input.manifest.aggregation;
  return augmentedShuffle({
    ordinals,
    duplication: kind === 'naive' ? 1 : duplication,
    groups: kind === 'naive' ? 1 : groups,
    rng: input.rng.fork(`iteration-${input.iteration}/shuffle`),
    ...(input.shuffle === undefined ? {} : { shuffle: input.shuffle }),
  });
}

export function isUsable(reflection: Reflection): boolean {
  return reflection.invalid === null && reflection.text.trim() !== '';
}
