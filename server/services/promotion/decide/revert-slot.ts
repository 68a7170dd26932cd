import { setTimeout as wait } from 'node:timers/promises';
import type { FlagMovedView, RevertEffectView } from '@/lib/contracts/slot-revert';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { invariant } from '@/lib/errors/invariant';
import { assertOfSlot } from '@/lib/policy/roles';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import { exposuresSince } from '@/server/repositories/exposures-since';
import { type FlagChangeRow, findLastChange } from '@/server/repositories/flag-changes';
import { findPromptBriefs } from '@/server/repositories/served-prompts';
import { findChallengerId, getSlotRow } from '@/server/repositories/slots';
import { storedSplit } from '@/server/services/promotion/slot/flag-of-row';
import { type FlagMoved, moveFlag } from '@/server/services/promotion/slot/move-flag';
import { briefOf, slotView } from '@/server/services/promotion/slot/slot-view';
import { isShown, type ShownCanary } from './flag-of-canary';
import { followReverts } from './follow-flag';

/**
 * Back to the prompt before. One pointer in a transaction of its own, which asks for nothing but the right to it and
 * waits only for another move of the same slot. The canary that it ends is told after, so that nothing about a
 * canary can hold it up; one that could not be told yet is found by the worker (`followReverts`).
 */
interface OneSlot {
  readonly slotId: string;
}

/** A database that hangs is told as away; whether the pointer moved is then seen in the slot, and asking again is safe. */
const WAIT_MS = 8_000;

export async function revertSlot(
  actor: Actor<'revert'>,
  input: OneSlot & { readonly reason: string },
  clock: Clock = systemClock,
): Promise<FlagMovedView> {
  assertOfSlot(actor, input.slotId);
  const { slotId, reason } = input;
  const requestedAt = new Date(clock.nowMs()).toISOString();
  const moved = await takeBack(actor, { slotId, reason }, clock);
  invariant(moved, 'a slot is taken back whatever it shows');
  return {
    slot: await slotView(await getSlotRow(actor.workspaceId, slotId)),
    isChanged: moved.isChanged,
    configVersion: moved.configVersion,
    requestedAt,
    movedAt: new Date(moved.atMs).toISOString(),
  };
}

export interface TakenBack extends OneSlot {
  readonly reason: string;
  /** Reverts only if the slot shows this canary: another revert may have been faster, and its result stays. */
  readonly canary?: ShownCanary;
}

/** The pointer first, then the canaries that it ends. Null where the canary that was meant is shown no longer. */
export async function takeBack(
  actor: Actor,
  { slotId, reason, canary }: TakenBack,
  clock: Clock,
): Promise<FlagMoved | null> {
  const move = { kind: 'revert' } as const;
  const moved = await withPatience(
    db().$transaction(
      async (tx) => {
        if (canary !== undefined && !(await isShown(tx, canary))) return null;
        return moveFlag(tx, { slotId, move, actor, reason, canaryId: canary?.id ?? null, clock });
      },
      { maxWait: WAIT_MS, timeout: WAIT_MS },
    ),
  );
  if (moved !== null) await soonEnough(followReverts(clock, { slotId, who: actor, reason }));
  return moved;
}

const CANARY_WAIT_MS = 1_000;

/** The pointer is back already, so the caller waits briefly at most for the rest, and is not told of its failure. */
async function soonEnough(work: Promise<void>): Promise<void> {
  const settled = work.catch((err: unknown) =>
    logOf('slots').warn({ err }, 'A reverted canary is ended later, by the worker.'),
  );
  await Promise.race([settled, wait(CANARY_WAIT_MS, undefined, { ref: false })]);
}

/** Answers every caller in time. @throws AppError DATABASE_UNAVAILABLE */
async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(databaseSilent()), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    // The client's word for a transaction that took too long: the server was silent meanwhile.
    const isLate = cause instanceof Error && Reflect.get(cause, 'code') === 'P2028';
    throw isLate || isDatabaseGone(cause) ? databaseSilent(cause) : cause;
  } finally {
    clearTimeout(timer);
  }
}

function databaseSilent(cause?: unknown): AppError {
  const message =
    'The database does not answer, so the revert is not confirmed. Press again: reverting twice is reverting once.';
  return new AppError('DATABASE_UNAVAILABLE', message, { cause, retryAfterMs: 1000 });
}

/** The last revert and what became of it; null where nothing was ever reverted. */
export async function readRevertEffect(
  actor: Actor<'read'>,
  { slotId }: OneSlot,
): Promise<{ readonly revert: RevertEffectView | null }> {
  await getSlotRow(actor.workspaceId, slotId);
  const found = await findLastChange(slotId, 'reverted');
  if (found === null) return { revert: null };
  const { change, before } = found;
  const fromId = await takenBack(before);
  const { at, livePromptId: toId, actor: by, reason, configVersion } = change;
  const prompts = await findPromptBriefs([fromId, toId]);
  const old = fromId === null ? null : await exposuresSince(slotId, fromId, secondOf(at));
  const current = toId === null ? null : await exposuresSince(slotId, toId, secondOf(at));
  return {
    revert: {
      revertedAt: at.toISOString(),
      ...{ by, reason, configVersion },
      from: briefOf(prompts, fromId),
      to: briefOf(prompts, toId),
      lastOldExposureAt: old?.lastAt?.toISOString() ?? null,
      firstNewExposureAt: current?.firstAt?.toISOString() ?? null,
      oldExposuresSince: old?.count ?? 0,
    },
  };
}

/** The challenger of the live step that was ended, else what was live. */
async function takenBack(before: FlagChangeRow | null): Promise<string | null> {
  if (before === null || before.split === null) return before?.livePromptId ?? null;
  return findChallengerId(storedSplit.parse(before.split).canaryId);
}

/** Exposures are counted by the second, the one of the revert included. */
function secondOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}
