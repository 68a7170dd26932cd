import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { Trajectory } from '@/lib/domain/trajectory';
import { holdingOut } from '@/server/ledger/database-fault';
import { dropCallBodies, openCallCount } from '@/server/repositories/agent-calls';
import type { AttemptFault, AttemptTotals } from '@/server/repositories/carried-attempts';
import { type EndedAttempt, endAttempt } from '@/server/repositories/carried-attempts';
import type { AttemptName, NewAttempt } from '@/server/repositories/rollouts';
import { storeTrajectory } from '@/server/repositories/trajectories';
import { limitOf, type Verdict, verdictOf } from './attempt-verdict';
import type { AttemptEnd } from './carry-attempt';
import { readAttemptRecord } from './read-attempt';

/** Closes an attempt: reads what it left behind, decides what it counts as, stores both, and drops its recorded bodies. */
export interface SettledAttempt {
  readonly attempt: number;
  readonly verdict: Verdict;
  readonly outcome: RolloutOutcome | null;
  readonly injection: Readonly<Record<string, InjectionState>>;
  readonly toolErrors: number;
  readonly countedBy: 'proxy' | 'agent' | 'unknown';
  readonly totals: AttemptTotals;
  readonly trajectoryHash: string | null;
  readonly trajectory: Trajectory | null;
  /** False = another worker took the rollout over meanwhile. */
  readonly isOurs: boolean;
  /** The agent's own hint when to try again. */
  readonly retryAfterMs: number | undefined;
}

export interface Settling extends AttemptEnd {
  readonly attempt: number;
  readonly startedAtMs: number;
  /** Earlier attempts used a part of the limits. */
  readonly isReduced: boolean;
  /** Status of an attempt that is given up without a verdict. */
  readonly givenUp: 'stopped' | 'lost';
}

export async function settleAttempt(
  pool: pg.Pool,
  given: NewAttempt,
  { attempt, startedAtMs, isReduced, end, event, givenUp }: Settling,
): Promise<SettledAttempt> {
  const name = { id: given.id, attempt };
  const outcome = end.kind === 'outcome' ? end.outcome : null;
  const agent = { name: given.agentName, version: String(given.agentVersion) };
  if (given.order.model !== null) await untilCallsEnded(pool, name);
  const record = await holdingOut(() =>
    readAttemptRecord(pool, { ...name, order: given.order, agent, startedAtMs, outcome }),
  );
  const { trajectory, toolErrors, totals, countedBy, injection } = record;
  const verdict = verdictOf({ ...record, end, event, isReduced });
  const { workspaceId } = given;
  const trajectoryHash =
    trajectory &&
    (await holdingOut(() =>
      storeTrajectory(pool, workspaceId, {
        document: trajectory,
        steps: trajectory.steps.length,
        toolErrors,
      }),
    ));
  const ended: EndedAttempt = {
    ...{ ...name, ...totals, countedBy, injection, outcome, trajectoryHash },
    environment: end.kind === 'outcome' ? (end.environment ?? null) : null,
    ...endOf(verdict, givenUp),
  };
  const isOurs = await holdingOut(() => endAttempt(pool, ended));
  if (given.order.model !== null) await holdingOut(() => dropCallBodies(pool, name));
  return {
    ...{ attempt, verdict, outcome, injection, toolErrors, countedBy, totals },
    ...{ trajectoryHash, trajectory, isOurs },
    retryAfterMs: end.kind === 'failed' ? end.retryAfterMs : undefined,
  };
}

function endOf(
  verdict: Verdict,
  givenUp: 'stopped' | 'lost',
): Pick<EndedAttempt, 'status'> & { readonly fault: AttemptFault | null } {
  const limit = limitOf(verdict);
  if (verdict.kind === 'stopped') return { status: givenUp, fault: null };
  if (limit !== null) return { status: 'limit', fault: { failure: 'limit', fault: limit, code: null } };
  return verdict.kind === 'output'
    ? { status: 'completed', fault: null }
    : { status: 'failed', fault: verdict.fault };
}

/** A call that is still under way counts as its reservation; a moment later it has its own count. */
const CALLS_END_MS = 5_000;
const LOOK_MS = 10;

async function untilCallsEnded(pool: pg.Pool, name: AttemptName): Promise<void> {
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < CALLS_END_MS) {
    if ((await holdingOut(() => openCallCount(pool, name))) === 0) return;
    await pause(LOOK_MS);
  }
}
