import type { Candidate } from '@/lib/domain/candidate';
import { condenses, type RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Method } from '@/lib/methods/method';
import type { Rng } from '@/lib/random/seeded-rng';
import { chooseGroup } from './arms/condense-group';
import { augmentedShuffle, type DealInput, type ShufflePlan } from './augmented-shuffle';
import { settleAll } from './settle-all';
import { identified } from './survival/insight-ids';

/**
 * SHUFFLE: which reflections are read by which aggregator call (rulings J6).
 *
 * - After the barrier (default): the groups are dealt from the reflections that arrived. Failures shrink n' and
 *   therefore k, and level 1 reads the playbook with this iteration's counters.
 * - Planned: the groups are dealt from the planned n before any reflection is there, so that a group can be read as soon
 *   as its own members have arrived. A reflection that failed leaves a hole, and level 1 reads the playbook without
 *   the counters, which are not known yet.
 */
export interface ShuffleInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  readonly base: Candidate;
  readonly iteration: number;
  /** The run's stream; the iteration's own is forked from it by label, so nothing drawn elsewhere shifts it. */
  readonly rng: Rng;
  /** Another source of order than that stream, for a method that repeats the draws of another program. */
  readonly shuffle?: DealInput['shuffle'] | undefined;
  /** Called once, when the barrier has closed. */
  readonly onShuffle?: ((plan: ShufflePlan, degraded: boolean) => void) | undefined;
}

export interface ShuffledReflections {
  /** Candidate that level 1 reads. */
  readonly base: Candidate;
  readonly k: number;
  /** By group: its members, once each has arrived or is known to be missing. */
  readonly groups: readonly Promise<readonly Reflection[]>[];
  readonly closed: Promise<ClosedShuffle>;
}

export interface ClosedShuffle {
  /** With this iteration's counters: what level 2 reads and the update is applied to. */
  readonly base: Candidate;
  /** The valid ones. */
  readonly reflections: readonly Reflection[];
  readonly plan: ShufflePlan;
  readonly degraded: boolean;
}

export async function shuffleReflections(
  input: ShuffleInput,
  arrivals: readonly Promise<Reflection | null>[],
): Promise<ShuffledReflections> {
  const valid = arrivals.map(async (arrival) => {
    const reflection = await arrival;
    return reflection !== null && isUsable(reflection) ? identified(reflection, input) : null;
  });
  if (input.manifest.aggregation.grouping === 'planned') return dealBefore(input, valid);
  const reflections = (await settleAll(valid)).filter(isPresent);
  const planned = (await settleAll(arrivals)).filter(isPresent).length;
  return dealAfter(input, reflections, planned);
}

/** Grouping after the barrier: every member is there, so each group may be read at once. */
function dealAfter(
  input: ShuffleInput,
  reflections: readonly Reflection[],
  planned: number,
): ShuffledReflections {
  const plan = dealt(input, reflections);
  const closed = close(input, plan, reflections, planned);
  const byOrdinal = new Map(reflections.map((reflection) => [reflection.ordinal, reflection]));
  const membersOf = (ordinals: readonly number[]) =>
    Promise.resolve(ordinals.flatMap((ordinal) => byOrdinal.get(ordinal) ?? []));
  return {
    base: closed.base,
    k: plan.k,
    groups: plan.groups.map(membersOf),
    closed: Promise.resolve(closed),
  };
}

/** Planned grouping: the groups are known at once, their members as they arrive. */
function dealBefore(input: ShuffleInput, valid: readonly Promise<Reflection | null>[]): ShuffledReflections {
  const plan = deal(
    input,
    valid.map((_, ordinal) => ordinal),
  );
  const membersOf = async (ordinals: readonly number[]) =>
    (await settleAll(ordinals.flatMap((ordinal) => valid[ordinal] ?? []))).filter(isPresent);
  const closed = settleAll(valid).then((all) => {
    const reflections = all.filter(isPresent);
    return close(input, { ...plan, reflections: reflections.length }, reflections, valid.length);
  });
  return { base: input.base, k: plan.k, groups: plan.groups.map(membersOf), closed };
}

/** Counters are brought up to date here and once, so that all calls that read them read the same text. */
function close(
  input: ShuffleInput,
  plan: ShufflePlan,
  reflections: readonly Reflection[],
  planned: number,
): ClosedShuffle {
  const base = input.method.prepareBase(input.base, reflections, input.manifest);
  const degraded = reflections.length < Math.ceil(planned / 2);
  input.onShuffle?.(plan, degraded);
  return { base, reflections, plan, degraded };
}

function dealt(input: ShuffleInput, reflections: readonly Reflection[]): ShufflePlan {
  const { kind } = input.manifest.aggregation;
  if (!condenses(kind)) return deal(input, ordinalsOf(reflections));
  return chooseGroup(kind, reflections, input.rng.fork(`iteration-${input.iteration}/arm`));
}

/** The naive arm is the same with one group and no copies. */
function deal({ manifest, rng, iteration, shuffle }: ShuffleInput, ordinals: readonly number[]): ShufflePlan {
  const { kind, duplication, groups } = manifest.aggregation;
  const isNaive = kind === 'naive';
  return augmentedShuffle({
    ordinals,
    duplication: isNaive ? 1 : duplication,
    groups: isNaive ? 1 : groups,
    rng: rng.fork(`iteration-${iteration}/shuffle`),
    ...(shuffle === undefined ? {} : { shuffle }),
  });
}

/** For reflections that are there already. */
export const arrived = (reflections: readonly Reflection[]): readonly Promise<Reflection>[] =>
  reflections.map((reflection) => Promise.resolve(reflection));

const ordinalsOf = (reflections: readonly Reflection[]) => reflections.map(({ ordinal }) => ordinal);
const isPresent = (reflection: Reflection | null): reflection is Reflection => reflection !== null;
const isUsable = ({ invalid, text }: Reflection) => invalid === null && text.trim() !== '';
