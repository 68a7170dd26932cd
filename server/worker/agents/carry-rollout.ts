import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { RolloutOrder } from '@/lib/domain/rollout-order';
import { AppError } from '@/lib/errors/app-error';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { holdingOut } from '@/server/ledger/database-fault';
import { type PastAttempt, readAttempts, TRIES } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import { verdictOfPast } from './attempt-verdict';
import { type AttemptParts, carryAttempt } from './carry-attempt';
import { inPlace } from './rollout-places';
import { replyOf } from './rollout-reply';
import { type SettledAttempt, settleAttempt } from './settle-attempt';

/**
 * One rollout, from its first attempt to the reply of its call. A failure outside of the agent is tried again twice, each
 * time as a new attempt; then it is missing. A rollout that has ended is never run again: its outcome is read, or the
 * outcome that was posted after its worker died is settled.
 *
 * The attempts of one call together keep the limits of the rollout, which is what its budget has reserved.
 */
export interface Rollout extends AttemptParts {
  /** Its order has the whole limits. */
  readonly given: NewAttempt;
  readonly atOnce: number;
  /** The attempt is queued already. */
  readonly isQueued: boolean;
  /** Status of an attempt that is interrupted. */
  readonly givenUp: 'stopped' | 'lost';
}

const RETRY_MS = [500, 2_000];

/** @throws AppError LEASE_LOST, or PROVIDER_AWAY once it is interrupted: a later call continues the rollout. */
export async function carryRollout(pool: pg.Pool, rollout: Rollout): Promise<ModelOutcome> {
  const { given, interrupted } = rollout;
  const sinceMs = performance.now();
  const past = rollout.isQueued ? [] : await holdingOut(() => readAttempts(pool, given.id));
  const ended = await settlePosted(pool, rollout, past);
  if (ended) return replyOf(pool, given, { delayMs: ended.tookMs ?? 0 });
  let failures = past.filter(isOutside).length;
  const own: SettledAttempt[] = [];
  while (failures < TRIES) {
    const order = withinLimits(given.order, own);
    if (order === null) break;
    const settled = await attemptOnce(pool, rollout, order, own.length > 0);
    if (settled === 'gone') break;
    own.push(settled);
    const { verdict, isOurs, retryAfterMs } = settled;
    if (verdict.kind === 'stopped' && interrupted.aborted) throw interruption(given, true);
    if (!isOurs) throw takenOver(given);
    if (verdict.kind !== 'failed' || verdict.fault.failure !== 'infrastructure') break;
    failures += 1;
    if (failures < TRIES) await untilRetry(retryAfterMs ?? RETRY_MS[failures - 1] ?? 0, rollout);
  }
  const trajectory = own.at(-1)?.trajectory;
  return replyOf(pool, given, { delayMs: performance.now() - sinceMs, ...(trajectory && { trajectory }) });
}

async function attemptOnce(
  pool: pg.Pool,
  rollout: Rollout,
  order: RolloutOrder,
  isReduced: boolean,
): Promise<SettledAttempt | 'gone'> {
  const { interrupted, givenUp } = rollout;
  const given = { ...rollout.given, order };
  const place = { ...rollout, isQueued: rollout.isQueued && !isReduced };
  const work = async (attempt: number) => {
    const startedAtMs = Date.now();
    const settling = { attempt, startedAtMs, isReduced, givenUp };
    try {
      const end = await carryAttempt(rollout, { ...given, attempt });
      return await settleAttempt(pool, given, { ...settling, ...end });
    } catch (error) {
      // The address may not be called: no further try changes that, and the row says why.
      if (!AppError.is(error, 'ADDRESS_REFUSED')) throw error;
      const end = { kind: 'failed', failure: 'infrastructure', fault: 'refused', code: null } as const;
      await settleAttempt(pool, given, { ...settling, end, event: null });
      throw error;
    }
  };
  return inPlace(pool, given, place, work).catch((error: unknown) => {
    if (AppError.is(error) || !interrupted.aborted) throw error;
    throw interruption(given, false);
  });
}

const isOutside = ({ status, fault }: PastAttempt) =>
  status === 'failed' && fault?.failure === 'infrastructure';

/** The attempt by which the rollout has ended already; an outcome that was posted to a dead worker ends it now. */
async function settlePosted(
  pool: pg.Pool,
  { given, givenUp }: Rollout,
  past: readonly PastAttempt[],
): Promise<PastAttempt | null> {
  const last = past.at(-1);
  if (last === undefined) return null;
  if (last.status === 'running' && last.outcome !== null) {
    const { attempt, outcome } = last;
    const settling = { attempt, startedAtMs: last.startedAt.getTime(), isReduced: false, givenUp };
    const end = { kind: 'outcome', outcome } as const;
    // A worker that still waits for it may write it first: it is the same outcome.
    await settleAttempt(pool, last, { ...settling, end, event: null });
    const settled = (await holdingOut(() => readAttempts(pool, given.id))).at(-1);
    return settled && !isOutside(settled) ? settled : null;
  }
  return verdictOfPast(last) !== null && !isOutside(last) ? last : null;
}

/** The limits that earlier attempts of this call have left; null where they left none. */
function withinLimits(order: RolloutOrder, own: readonly SettledAttempt[]): RolloutOrder | null {
  if (own.length === 0) return order;
  const { limits } = order;
  const sum = (of: (attempt: SettledAttempt) => number) => own.reduce((total, one) => total + of(one), 0);
  const tokens = limits.tokens - sum(({ totals }) => totals.tokensIn + totals.tokensOut);
  const usd = limits.usd === null ? null : limits.usd - sum(({ totals }) => totals.costUsd ?? 0);
  if (tokens < 1 || (usd !== null && usd <= 0)) return null;
  return { ...order, limits: { ...limits, tokens, usd } };
}

async function untilRetry(ms: number, { given, interrupted }: Rollout): Promise<void> {
  await pause(ms, undefined, { signal: interrupted }).catch(() => {
    throw interruption(given, true);
  });
}

/** The engine reads it as an interruption, since its own signal has aborted. */
function interruption({ agentName, id }: NewAttempt, mayBePaid: boolean): AppError {
  return new AppError('PROVIDER_AWAY', `The rollout ${id} was interrupted.`, {
    userMessage: `A rollout of the agent ${agentName} was interrupted; it starts again when the run is resumed.`,
    context: { mayBePaid },
  });
}

function takenOver({ id }: NewAttempt): AppError {
  return new AppError('LEASE_LOST', `Another worker carries the rollout ${id} now.`, {
    userMessage: 'Another worker has taken this rollout over.',
    context: { rolloutId: id },
  });
}
