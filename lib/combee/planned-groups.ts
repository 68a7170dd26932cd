import { boilsDown } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import { invariant } from '@/lib/errors/invariant';
import {
  applyScan,
  isUsable,
  planShuffle,
  type ReducedIteration,
  type ReduceReflectionsInput,
} from './reduce-reflections';
import {
  aggregateGroup,
  type GroupInput,
  type GroupResult,
  NO_CHANGE,
  parallelScan,
  reduceGroups,
} from './scan';
import { settleAll } from './settle-all';
import { identified } from './survival/insight-ids';

/**
 * Planned grouping (rulings J6): k, copies and groups are fixed from the planned n before the map, so that a group is
 * aggregated as soon as its own members are in, while stragglers of other groups are still out.
 *
 * What that costs: what failed or came too late leaves a hole in its groups (with after-barrier grouping n' and k
 * shrink instead), and level 1 reads the playbook without this iteration's counters, which nobody knows yet. They are
 * applied once, before level 2, which therefore reads and changes the same text as after a barrier.
 * Cost in calls: k + 1 as ever, less one for each group that is all holes.
 */
export interface ReducePlannedInput extends Omit<ReduceReflectionsInput, 'reflections'> {
  /** One a planned reflection, at the place of its ordinal: the reflection once it is in, null where there is none. */
  readonly gates: readonly Promise<Reflection | null>[];
}

export async function reducePlanned(input: ReducePlannedInput): Promise<ReducedIteration> {
  const { method, manifest, progress, ask } = input;
  invariant(!boilsDown(manifest.aggregation.kind), 'An arm with one aggregator call has no groups to plan.');
  const planned = planShuffle(
    input,
    input.gates.map((_, ordinal) => ordinal),
  );
  const usable = input.gates.map(async (gate) => {
    const reflection = await gate;
    return reflection !== null && isUsable(reflection) ? identified(reflection, input) : null;
  });
  const groupsInOneCall = planned.k <= 1 || manifest.aggregation.kind === 'naive';
  const telling = tellAfterShuffle(input.onGroup);
  const shared: GroupInput = { method, manifest, base: input.base, progress, ask, onGroup: telling.onGroup };
  const early = groupsInOneCall
    ? []
    : planned.groups.map((ordinals, group) => groupOnceIn(shared, group, ordinals.map(nth(usable))));

  const scanning = settleAll(early);
  const reading = settleAll(usable).then((all) => {
    const reflections = all.filter((one) => one !== null);
    const plan = { ...planned, reflections: reflections.length };
    const degraded = reflections.length < Math.ceil(input.gates.length / 2);
    input.onShuffle?.(plan, degraded);
    telling.open();
    return { reflections, plan, degraded };
  });
  // Both, before either may fail: what is in flight ends, and is journaled, before an abort surfaces.
  await Promise.allSettled([scanning, reading]);
  const groups = await scanning;
  const { reflections, plan, degraded } = await reading;

  const base = method.prepareBase(input.base, reflections, manifest);
  const scan =
    groupsInOneCall || reflections.length === 0
      ? await parallelScan({ ...shared, reflections, plan })
      : await reduceGroups({ ...shared, base }, groups);
  return { ...(await applyScan(input, { base, plan, scan, reflections })), degraded };
}

/** Level 1 of one group, as soon as each of its members is in or known to be missing. */
async function groupOnceIn(
  shared: GroupInput,
  group: number,
  members: readonly Promise<Reflection | null>[],
): Promise<GroupResult> {
  const present = (await settleAll(members)).filter((one) => one !== null);
  if (present.length > 0) return aggregateGroup(shared, group, present);
  const empty: GroupResult = { group, inputs: 0, update: NO_CHANGE, asked: [], split: null };
  shared.onGroup?.(empty);
  return empty;
}

/** The ledger reads in the order of the paper: a group that was early is told of after the shuffle. */
function tellAfterShuffle(onGroup: ((group: GroupResult) => void) | undefined) {
  const held: GroupResult[] = [];
  let isOpen = false;
  return {
    onGroup(group: GroupResult) {
      if (isOpen) onGroup?.(group);
      else held.push(group);
    },
    open() {
      isOpen = true;
      for (const group of held) onGroup?.(group);
    },
  };
}

const MISSING = Promise.resolve(null);
const nth =
  <T>(list: readonly Promise<T | null>[]) =>
  (ordinal: number) =>
    list[ordinal] ?? MISSING;
