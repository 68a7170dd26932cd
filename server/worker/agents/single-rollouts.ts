import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Listener } from '@/server/events/listener';
import {
  CARRY_SINGLE_ROLLOUT,
  type SingleRolloutJob,
  workOnSingleRollouts,
} from '@/server/jobs/single-rollout-jobs';
import { holdingOut } from '@/server/ledger/database-fault';
import { logOf } from '@/server/observability/log';
import { readAgentVersion } from '@/server/repositories/agent-versions';
import { endAttempt, type PastAttempt, readAttempts } from '@/server/repositories/carried-attempts';
import { openAgentCarrier } from './agent-carriers';
import { attemptWatch } from './attempt-watch';
import { carryRollout } from './carry-rollout';

/**
 * Rollouts outside of runs, from their queue. A worker that closes or dies leaves its attempt as lost, and the next worker
 * makes another one; one that a person stopped stays stopped.
 */
export interface SingleRollouts {
  close(): Promise<void>;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly queue: PgBoss;
  readonly listener: Listener;
  readonly closing: AbortSignal;
}

const AT_ONCE = 4;

export async function startSingleRollouts(parts: Parts): Promise<SingleRollouts> {
  const { queue } = parts;
  await workOnSingleRollouts(queue, AT_ONCE, (job) => carrySingle(parts, job));
  return { close: () => queue.offWork(CARRY_SINGLE_ROLLOUT, { wait: true }) };
}

async function carrySingle(parts: Parts, { rolloutId, signal, isLastTry }: SingleRolloutJob): Promise<void> {
  const { pool } = parts;
  const last = (await holdingOut(() => readAttempts(pool, rolloutId))).at(-1);
  if (last === undefined || !['queued', 'running', 'lost'].includes(last.status)) return;
  try {
    await carry(parts, last, signal);
  } catch (error) {
    logOf('agent').warn({ rolloutId, err: error }, 'A single rollout was left.');
    if (isLastTry && last.status === 'queued') await giveUp(pool, last);
    throw error;
  }
}

async function carry({ pool, listener, closing }: Parts, last: PastAttempt, signal: AbortSignal) {
  const { workspaceId, agentId } = last;
  const { settings } = await readAgentVersion(pool, last);
  await carryRollout(pool, {
    carrier: await openAgentCarrier(pool, { workspaceId, agentId, settings }),
    watch: attemptWatch(pool, listener),
    interrupted: AbortSignal.any([closing, signal]),
    ...{ atOnce: settings.rolloutsMax, isQueued: last.status === 'queued', givenUp: 'lost', given: last },
  });
}

/** No worker could start it, as where none knows the agent's program. */
async function giveUp(pool: pg.Pool, { id, attempt, injection }: PastAttempt): Promise<void> {
  const nothing = { modelCalls: 0, tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: 0 };
  await endAttempt(pool, {
    ...{ id, attempt, status: 'failed', outcome: null, ...nothing, countedBy: 'unknown', injection },
    fault: { failure: 'infrastructure', fault: 'notStarted', code: null },
    ...{ trajectoryHash: null, environment: null },
  });
}
