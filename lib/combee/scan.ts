import type { Cause } from '@/lib/domain/cause';
import type { ContextSplit, ScanMode } from '@/lib/domain/iteration-facts';
import { condenses } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import type { Asked } from '@/lib/methods/method';
import {
  aggregateGroup,
  changesSomething,
  type GroupInput,
  type GroupResult,
  NO_CHANGE,
  type ScanInput,
} from './aggregate-group';
import { condenseGroup } from './arms/condense-group';
import { combineTree, scanModeOf } from './combine-tree';
import { settleAll } from './settle-all';
import type { ClosedShuffle, ShuffledReflections } from './shuffle-reflections';

/**
 * The parallel scan (Combee 3.1): U_j = Aggregate(C, G_j) for all k groups at once, then U = Combine(C, U_1..U_k).
 *
 * - Level 1: every call sees the same base C; none sees another's result.
 * - Level 2: sees the surviving U_j in group order and no raw reflection. Order of arrival plays no part.
 * - Cost: k + 1 calls; 1 where k = 1 or the arm is naive; k with the reducer 'union'. Re-asks come on top, and a call
 *   for each further part of a group or a level that is longer than the model's context (./fit-context).
 *
 * Knows nothing of how an update is applied, and never throws for a failed call: that is a cause in the result.
 */
export interface Scanned extends ClosedShuffle {
  readonly scan: ScanResult;
}

export interface ScanResult {
  readonly mode: ScanMode;
  /** In group order. */
  readonly groups: readonly GroupResult[];
  readonly update: Update;
  /** Groups whose update is valid and changes something. */
  readonly survivingGroups: number;
  /** Model calls of both levels, re-asks included. */
  readonly calls: number;
  /** Cause of a fallback, or of an unchanged candidate. */
  readonly cause: Cause | null;
  /** Calls of level 2 only; the groups list those of level 1. */
  readonly asked: readonly Asked[];
  /** Likewise: cuts at level 2 and deeper. */
  readonly splits: readonly ContextSplit[];
}

export async function parallelScan(input: ScanInput, shuffled: ShuffledReflections): Promise<Scanned> {
  const { base, k, groups, closed } = shuffled;
  const isOneCall = k <= 1 || input.manifest.aggregation.kind !== 'combee';
  const onGroup = heldUntil(closed, input.onGroup);
  const level1 = { ...input, base, onGroup };
  const scanning = settleAll(
    isOneCall ? [] : groups.map(async (members, group) => aggregateGroup(level1, group, await members)),
  );
  // All, before any of them may fail: what is in flight ends, and is journaled, before an abort surfaces.
  await Promise.allSettled([scanning, closed, ...groups]);
  const [updates, shuffle] = [await scanning, await closed];
  if (shuffle.reflections.length === 0) {
    return { ...shuffle, scan: summarise('empty', [], { update: NO_CHANGE }) };
  }
  const scan = isOneCall
    ? await oneCall(level1, (await groups[0]) ?? [])
    : await reduceGroups({ ...input, base: shuffle.base }, updates);
  return { ...shuffle, scan };
}

/** The ledger reads in the order of the paper: a group that was early is told of after the shuffle. */
function heldUntil(closed: Promise<unknown>, onGroup: ScanInput['onGroup']): ScanInput['onGroup'] {
  if (onGroup === undefined) return undefined;
  const held: GroupResult[] = [];
  let isClosed = false;
  const release = () => {
    isClosed = true;
    for (const group of held) onGroup(group);
  };
  closed.then(release, () => undefined);
  return (group) => (isClosed ? onGroup(group) : held.push(group));
}

/** n' < 4, or an arm without a second level: its reflections in their own order, once each, in one call. */
async function oneCall(input: GroupInput, members: readonly Reflection[]): Promise<ScanResult> {
  const { kind } = input.manifest.aggregation;
  const isCondensed = condenses(kind);
  const condensed = isCondensed ? await condenseGroup({ ...input, kind }, members) : null;
  const group = await aggregateGroup(input, 0, condensed?.reflections ?? members);
  return summarise(isCondensed ? kind : 'plainCall', [group], {
    update: group.update,
    cause: group.update.invalid ?? condensed?.cause ?? null,
    asked: condensed?.asked ?? [],
  });
}

/** Level 2 over what survived. Each way out has a mode of its own, so that the ledger tells what happened. */
async function reduceGroups(input: GroupInput, groups: readonly GroupResult[]): Promise<ScanResult> {
  const { method, manifest, base, progress, ask } = input;
  const updates = groups.map((group) => group.update).filter(changesSomething);
  const [only] = updates;
  if (only === undefined) {
    // All empty but valid means that there was nothing to add: then no cause, since nothing failed.
    const cause = groups.find((group) => group.update.invalid !== null)?.update.invalid ?? null;
    return summarise('noGroupProposals', groups, { update: NO_CHANGE, cause });
  }
  // A call that combines one update could only lose something.
  if (updates.length === 1) return summarise('singleGroup', groups, { update: only });
  if (manifest.aggregation.reducer === 'union') {
    return summarise('union', groups, { update: method.union(updates, manifest, { base }) });
  }
  const combined = await combineTree({ method, manifest, base, updates, progress, ask });
  return summarise(scanModeOf(combined), groups, combined);
}

/** Counts follow from the groups, so that no mode can report other numbers than what was done. */
function summarise(
  mode: ScanMode,
  groups: readonly GroupResult[],
  outcome: Pick<ScanResult, 'update'> & Partial<Pick<ScanResult, 'cause' | 'asked' | 'splits'>>,
): ScanResult {
  const asked = outcome.asked ?? [];
  return {
    mode,
    groups,
    update: outcome.update,
    survivingGroups: groups.filter((group) => changesSomething(group.update)).length,
    calls: groups.reduce((sum, group) => sum + group.asked.length, asked.length),
    cause: outcome.cause ?? null,
    asked,
    splits: outcome.splits ?? [],
  };
}
