import type { Cause } from '@/lib/domain/cause';
import type { ScanMode } from '@/lib/domain/iteration-facts';
import type { Update } from '@/lib/domain/update';
import { invariant } from '@/lib/errors/invariant';
import type { Asked, CombineInput, Method } from '@/lib/methods/method';
import { cutContiguously } from './augmented-shuffle';
import { settleAll } from './settle-all';

/**
 * Level 2: the surviving updates, in group order, into one. One call for up to `fanInMax` updates, as in the paper.
 *
 * Wider levels are split again: the list is cut into ceil(m / fanInMax) contiguous parts of nearly equal size, each
 * part is combined at once with the others, and the results go up one level until one is left. (The paper uses two
 * levels and names deeper trees as future work; with fanInMax = 24 this starts at k = 25, that is n' = 625.)
 *
 * Where a call fails for good, its own inputs are united without a model, so that no group's work is lost (unless the
 * method would rather have none); the first such cause is kept.
 */
export interface CombineTreeInput extends Omit<CombineInput, 'ordinal'> {
  readonly method: Method;
}

export interface CombinedUpdates {
  readonly update: Update;
  readonly asked: readonly Asked[];
  /** Why a union had to stand in for a call; null when every call succeeded. */
  readonly cause: Cause | null;
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
  let cause: Cause | null = null;
  let level = input.updates;
  // Ordinals are given out before dispatch, level by level, so they do not depend on which call ends first.
  let nextOrdinal = 0;

  for (;;) {
    const firstOrdinal = nextOrdinal;
    const parts = cutContiguously(level, Math.max(1, Math.ceil(level.length / fanIn)));
    nextOrdinal += parts.length;
    const combined = await settleAll(
      parts.map((part, index) => combinePart(input, part, firstOrdinal + index)),
    );
    for (const result of combined) {
      asked.push(...result.asked);
      cause ??= result.cause;
    }
    const failed = combined.find((result) => result.update.invalid !== null);
    if (failed !== undefined) return { update: failed.update, asked, cause };
    level = combined.map((result) => result.update);
    const [only, ...others] = level;
    if (only !== undefined && others.length === 0) return { update: only, asked, cause };
  }
}

async function combinePart(
  input: CombineTreeInput,
  updates: readonly Update[],
  ordinal: number,
): Promise<CombinedUpdates> {
  const { method, manifest, base, progress, ask } = input;
  const [only, ...others] = updates;
  // A part of one has nothing to be combined with, so it goes up as it is.
  if (only !== undefined && others.length === 0) return { update: only, asked: [], cause: null };
  const { update, asked } = await method.combine({ manifest, base, updates, ordinal, progress, ask });
  if (update.invalid === null) return { update, asked, cause: null };
  // Some methods rather go without an update than with one that no model has looked over.
  if (method.unitesAfterFailure === false) return { update, asked, cause: update.invalid };
  return { update: method.union(updates, manifest, { base }), asked, cause: update.invalid };
}
