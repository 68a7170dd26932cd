import type { Cause } from '@/lib/domain/cause';
import { contextCause } from '@/lib/domain/context-window';
import type { ContextSplit, ScanMode } from '@/lib/domain/iteration-facts';
import type { Update } from '@/lib/domain/update';
import { invariant } from '@/lib/errors/invariant';
import type { Asked, CombineInput, Method } from '@/lib/methods/method';
import { cutContiguously } from '@/lib/stats/cut-contiguously';
import { fitUpdates } from './fit-context';
import { settleAll } from './settle-all';

/**
 * Level 2: the surviving updates, in group order, into one. One call for up to `fanInMax` updates, as in the paper.
 *
 * Wider levels are split again: the list is cut into ceil(m / fanInMax) contiguous parts of nearly equal size, each
 * part is combined at once with the others, and the results go up one level until one is left. (The paper uses two
 * levels and names deeper trees as future work; with fanInMax = 24 this starts at k = 25, that is n' = 625.)
 *
 * A part that is longer than the model's context is cut further, and its results meet one level up. Where no two
 * neighbouring updates fit into one call, no call is made: they are united as after a failure.
 *
 * Where a call fails permanently, its own inputs are united without a model, so that no group's work is lost (unless
 * the method would rather have none); the first such cause is kept.
 */
export interface CombineTreeInput extends Omit<CombineInput, 'ordinal'> {
  readonly method: Method;
}

export interface CombinedUpdates {
  readonly update: Update;
  readonly asked: readonly Asked[];
  /** Why a union had to stand in for a call; null when every call succeeded. */
  readonly cause: Cause | null;
  /** Parts that one call could not read, level by level from 2 on. */
  readonly splits: readonly ContextSplit[];
}

export function scanModeOf({ update, cause }: CombinedUpdates): ScanMode {
  if (cause === null) return 'llm';
  return update.invalid === null ? 'unionAfterFailure' : 'combineFailed';
}

export async function combineTree(input: CombineTreeInput): Promise<CombinedUpdates> {
  invariant(input.updates.length > 0, 'There is no update to combine.');
  // A fan-in of 1 would never end; 2 is the smallest that shrinks a level.
  const fanIn = Math.max(2, input.manifest.aggregation.fanInMax);
  const asked: Asked[] = [];
  const splits: ContextSplit[] = [];
  let cause: Cause | null = null;
  let level = input.updates;
  let depth = 2;
  // Ordinals are given out before dispatch, level by level, so they do not depend on which call ends first.
  let nextOrdinal = 0;

  for (;;) {
    const firstOrdinal = nextOrdinal;
    const fitted = cutContiguously(level, Math.max(1, Math.ceil(level.length / fanIn))).map((part, group) =>
      fitUpdates(input, part, { level: depth, group }),
    );
    splits.push(...fitted.flatMap(({ split }) => split ?? []));
    const parts = fitted.flatMap((one) => one.parts);
    const [overrun] = splits.slice(-1);
    if (level.length > 1 && parts.length === level.length && overrun !== undefined) {
      return { ...withoutCall(input, level, contextCause(overrun)), asked, splits };
    }
    nextOrdinal += parts.length;
    const combined = await settleAll(
      parts.map((part, index) => combinePart(input, part, firstOrdinal + index)),
    );
    for (const result of combined) {
      asked.push(...result.asked);
      cause ??= result.cause;
    }
    const failed = combined.find((result) => result.update.invalid !== null);
    if (failed !== undefined) return { update: failed.update, asked, cause, splits };
    level = combined.map((result) => result.update);
    const [only, ...others] = level;
    if (only !== undefined && others.length === 0) return { update: only, asked, cause, splits };
    depth += 1;
  }
}

async function combinePart(
  input: CombineTreeInput,
  updates: readonly Update[],
  ordinal: number,
): Promise<Omit<CombinedUpdates, 'splits'>> {
  const { method, manifest, base, progress, ask } = input;
  const [only, ...others] = updates;
  // A part of one has nothing to be combined with, so it goes up as it is.
  if (only !== undefined && others.length === 0) return { update: only, asked: [], cause: null };
  const { update, asked } = await method.combine({ manifest, base, updates, ordinal, progress, ask });
  if (update.invalid === null) return { update, asked, cause: null };
  return { ...withoutCall(input, updates, update.invalid), asked };
}

/** Some methods rather go without an update than with one that no model has looked over. */
function withoutCall(
  { method, manifest, base }: CombineTreeInput,
  updates: readonly Update[],
  cause: Cause,
): Pick<CombinedUpdates, 'update' | 'cause'> {
  const isUnited = method.unitesAfterFailure !== false;
  const none: Update = { edits: [], text: null, reasoning: '', invalid: cause };
  return { update: isUnited ? method.union(updates, manifest, { base }) : none, cause };
}
