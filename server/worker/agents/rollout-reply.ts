import type pg from 'pg';
import type { RolloutReply } from '@/lib/domain/rollout-reply';
import type { Trajectory } from '@/lib/domain/trajectory';
import { AppError } from '@/lib/errors/app-error';
import type { ModelOutcome } from '@/lib/ports/language-model';
import { holdingOut } from '@/server/ledger/database-fault';
import {
  type AttemptFault,
  type PastAttempt,
  readAttempts,
  recountGivenUp,
} from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';
import { readTrajectory } from '@/server/repositories/trajectories';
import { causeOf, limitOf, verdictOfPast } from './attempt-verdict';
import { toolErrorsOf } from './read-attempt';
import { seenOf } from './seen-trajectory';

/**
 * The reply of a rollout's call, from the rows of its attempts. What lost and failed attempts took is charged with it. Its
 * trajectory is condensed for a reflector in training only: measurements are not reflected upon.
 */
interface Known {
  readonly delayMs: number;
  /** The last attempt's, where it is at hand. */
  readonly trajectory?: Trajectory;
}

/** A person stopped it, so its result is missing. */
const STOPPED: AttemptFault = { failure: 'infrastructure', fault: 'stopped', code: null };

export async function replyOf(
  pool: pg.Pool,
  given: NewAttempt,
  { delayMs, trajectory }: Known,
): Promise<ModelOutcome> {
  if (given.order.model !== null) await holdingOut(() => recountGivenUp(pool, given.id));
  const attempts = await holdingOut(() => readAttempts(pool, given.id));
  const last = attempts.at(-1);
  if (last === undefined) throw new AppError('INVARIANT_BROKEN', `The rollout ${given.id} has no attempt.`);
  const { workspaceId } = given;
  const hash = last.trajectoryHash;
  const steps =
    trajectory ?? (hash && (await holdingOut(() => readTrajectory(pool, { workspaceId, hash })))) ?? null;
  const verdict = verdictOfPast(last) ?? { kind: 'stopped' };
  const rollout: RolloutReply = {
    rolloutId: given.id,
    attempts: attempts.length,
    trajectoryHash: hash,
    modelCalls: last.modelCalls,
    toolErrors: steps ? toolErrorsOf(steps) : 0,
    injection: last.injection ?? {},
    selfReported: (last.outcome?.status === 'completed' ? last.outcome.reward : null) ?? null,
    ...(last.environment && { environment: last.environment }),
    limit: limitOf(verdict),
    seen: given.purpose === 'training' && steps ? seenOf(steps, given.order.components, given.input) : null,
    countedBy: last.countedBy,
  };
  const told = { ...usedBy(attempts), delayMs, attempts: attempts.length, rollout };
  if (verdict.kind !== 'output') {
    const fault = verdict.kind === 'failed' ? verdict.fault : STOPPED;
    return { ok: false, cause: causeOf(fault), ...told };
  }
  const usageReported = last.countedBy !== 'unknown';
  return { ok: true, text: verdict.text, finishReason: 'stop', usageReported, ...told };
}

/** Attempts without a count say nothing; dollars are unknown once a counted part has no price. */
function usedBy(attempts: readonly PastAttempt[]) {
  const counted = attempts.filter(({ order, countedBy }) => order.model !== null || countedBy === 'agent');
  const sum = (of: (attempt: PastAttempt) => number) => counted.reduce((total, one) => total + of(one), 0);
  const isPriced = counted.length > 0 && counted.every(({ costUsd }) => costUsd !== null);
  return {
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    tokensCached: sum(({ tokensCached }) => tokensCached),
    ...(isPriced ? { reportedUsd: sum(({ costUsd }) => costUsd ?? 0) } : {}),
  };
}
