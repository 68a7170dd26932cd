import type { AgentRolloutView, RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import { environmentVerdict } from '@/lib/domain/environment-verdict';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';
import type { Rollout } from '@/server/db/generated/client';
import { inputOf, orderOf } from '@/server/repositories/stored-rollout';

/** Rows of a rollout's attempts as the API gives them. */
export function rolloutView(
  rows: readonly [Rollout, ...Rollout[]],
  { run, expected }: Pick<AgentRolloutView, 'run' | 'expected'>,
): AgentRolloutView {
  const last = rows.at(-1) ?? rows[0];
  const order = orderOf(last);
  const input = inputOf(last);
  return {
    id: last.id,
    agentId: last.agentId,
    agentName: last.agentName,
    agentVersion: last.agentVersion,
    run,
    purpose: last.purpose as RolloutPurpose,
    candidateHash: last.candidateHash,
    question: input.question,
    context: input.context,
    expected,
    components: [...order.components],
    limits: order.limits,
    seed: order.seed,
    model: order.model?.model ?? null,
    attempts: rows.map(attemptView),
  };
}

const outcomeOf = (value: unknown) => value as RolloutOutcome | null;

export function attemptView(row: Rollout): RolloutAttemptView {
  const outcome = outcomeOf(row.outcome);
  const late = outcomeOf(row.lateOutcome);
  return {
    attempt: row.attempt,
    status: row.status as RolloutStatus,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    deadlineAt: row.deadlineAt.toISOString(),
    tookMs: row.endedAt === null ? null : row.endedAt.getTime() - row.startedAt.getTime(),
    waitMs: row.waitMs,
    modelCalls: row.modelCalls,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    tokensCached: row.tokensCached,
    costUsd: row.costUsd,
    countedBy: row.countedBy as RolloutAttemptView['countedBy'],
    injection: row.injection as Record<string, InjectionState> | null,
    output: outcome?.status === 'completed' ? outcome.output.text : null,
    reward: rewardOf(outcome),
    environment: row.environment === null ? null : environmentVerdict.parse(row.environment),
    error: outcome?.status === 'failed' ? outcome.error : null,
    fault: (row.fault as { readonly fault: string } | null)?.fault ?? null,
    lateOutcome: late && { status: late.status, text: spokenText(late) },
    trajectory: trajectoryState(row),
    unreadTrace: unreadTrace(row, outcome),
  };
}

/** Where calls are proxied, the trajectory is built from them, and a trace is not read. */
function unreadTrace(row: Rollout, outcome: RolloutOutcome | null): RolloutAttemptView['unreadTrace'] {
  const isRead = row.endedAt === null || row.trajectoryHash !== null || orderOf(row).model !== null;
  return isRead ? null : (outcome?.trace?.format ?? null);
}

export function rewardOf(outcome: RolloutOutcome | null): RolloutAttemptView['reward'] {
  const reward = outcome?.status === 'completed' ? outcome.reward : null;
  if (!reward) return null;
  const { value, source, objectives = {}, feedback = null } = reward;
  return { value, selfReported: source === 'self', objectives, feedback };
}

export const outcomeOfRow = (row: Pick<Rollout, 'outcome'>) => outcomeOf(row.outcome);

const spokenText = (outcome: RolloutOutcome) =>
  outcome.status === 'completed' ? outcome.output.text : outcome.error.message;

const trajectoryState = ({ trajectoryHash, status }: Rollout): RolloutAttemptView['trajectory'] =>
  trajectoryHash !== null ? 'stored' : status === 'running' || status === 'queued' ? 'building' : 'none';
