import type { Candidate } from '@/lib/domain/candidate';
import type { Cause } from '@/lib/domain/cause';
import { contextCause } from '@/lib/domain/context-window';
import type { ContextSplit, ScanMode } from '@/lib/domain/iteration-facts';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import { invariant } from '@/lib/errors/invariant';
import type { Ask, Asked, Method, Progress } from '@/lib/methods/method';
import type { ShufflePlan } from './augmented-shuffle';
import { combineTree, scanModeOf } from './combine-tree';
import { fitGroup } from './fit-context';
import { settleAll } from './settle-all';

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
export interface ParallelScanInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  readonly base: Candidate;
  /** The valid ones; the plan names each by its ordinal. */
  readonly reflections: readonly Reflection[];
  readonly plan: ShufflePlan;
  /** How far the run is; methods tell their curator. */
  readonly progress: Progress;
  readonly ask: Ask;
  /** Called as each group ends, in order of arrival; for progress only. */
  readonly onGroup?: (group: GroupResult) => void;
}

/** What one group's call needs beside its reflections. */
export type GroupInput = Omit<ParallelScanInput, 'reflections' | 'plan'>;

export interface GroupResult {
  readonly group: number;
  /** Reflections that the call read, copies counted. */
  readonly inputs: number;
  readonly update: Update;
  readonly asked: readonly Asked[];
  /** What became of a group that one call could not read; null where one could. */
  readonly split: ContextSplit | null;
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
  /** What made a fallback necessary, or left the candidate as it was. */
  readonly cause: Cause | null;
  /** Calls of level 2 only; those of level 1 stand with their groups. */
  readonly asked: readonly Asked[];
  /** Likewise: cuts at level 2 and deeper. */
  readonly splits: readonly ContextSplit[];
}

export const NO_CHANGE: Update = { edits: [], text: null, reasoning: '', invalid: null };

export async function parallelScan(input: ParallelScanInput): Promise<ScanResult> {
  const { reflections, plan, manifest } = input;
  if (reflections.length === 0) return summarise('empty', [], { update: NO_CHANGE });
  if (plan.k <= 1 || manifest.aggregation.kind === 'naive') return plainCall(input);

  // Groups name reflections by ordinal, so one reflection can stand in several groups.
  const byOrdinal = new Map(reflections.map((reflection) => [reflection.ordinal, reflection]));
  const groups = await settleAll(
    plan.groups.map((ordinals, group) => aggregateGroup(input, group, ordinals.map(findIn(byOrdinal)))),
  );
  return reduceGroups(input, groups);
}

/** n' < 4 or the naive arm: the raw reflections in their own order, once each, in one call. */
async function plainCall(input: ParallelScanInput): Promise<ScanResult> {
  const group = await aggregateGroup(input, 0, input.reflections);
  return summarise('plainCall', [group], { update: group.update, cause: group.update.invalid });
}

/** Level 1: U_j = Aggregate(C, G_j), one call. Copies that met in this group are read twice; that is meant. */
export async function aggregateGroup(
  input: GroupInput,
  group: number,
  reflections: readonly Reflection[],
): Promise<GroupResult> {
  const { method, manifest, base, progress, ask } = input;
  const { parts, split } = fitGroup({ method, manifest, base, group, progress }, reflections);
  const answers = await settleAll(
    parts.map((part) => method.aggregate({ manifest, base, reflections: part, group, progress, ask })),
  );
  const updates = answers.map(({ update }) => update);
  const isUnread = split !== null && parts.length === 0;
  const result: GroupResult = {
    group,
    inputs: reflections.length,
    update: isUnread ? { ...NO_CHANGE, invalid: contextCause(split) } : unitedParts(input, updates),
    asked: answers.flatMap(({ asked }) => asked),
    split,
  };
  input.onGroup?.(result);
  return result;
}

/** One depth more, without a model: the parts of a group are united, so that level 2 still reads k updates. */
function unitedParts({ method, manifest, base }: GroupInput, updates: readonly Update[]): Update {
  const usable = updates.filter(changesSomething);
  if (updates.length > 1 && usable.length > 0) return method.union(usable, manifest, { base });
  return updates.find((update) => update.invalid !== null) ?? updates[0] ?? NO_CHANGE;
}

/** Level 2 over what survived. Each way out has a mode of its own, so that the ledger tells what happened. */
export async function reduceGroups(input: GroupInput, groups: readonly GroupResult[]): Promise<ScanResult> {
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

/** Valid, and with an edit or a text. A valid empty update is no failure, but it does not survive either. */
export function changesSomething(update: Update): boolean {
  return update.invalid === null && (update.edits.length > 0 || update.text !== null);
}

function findIn(byOrdinal: ReadonlyMap<number, Reflection>): (ordinal: number) => Reflection {
  return (ordinal) => {
    const reflection = byOrdinal.get(ordinal);
    invariant(reflection !== undefined, 'The shuffle names a reflection that the scan was not given.', {
      ordinal,
    });
    return reflection;
  };
}
