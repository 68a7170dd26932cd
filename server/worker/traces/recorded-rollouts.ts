import type pg from 'pg';
import type { RolloutReply } from '@/lib/domain/rollout-reply';
import { isAgentStep } from '@/lib/domain/trajectory';
import { invariant } from '@/lib/errors/invariant';
import { recordedCallOf } from '@/lib/methods/recorded';
import type { LanguageModel, ModelOutcome } from '@/lib/ports/language-model';
import { holdingOut } from '@/server/ledger/database-fault';
import { readTrajectory } from '@/server/repositories/trajectories';
import { toolErrorsOf } from '../agents/read-attempt';
import { seenOf } from '../agents/seen-trajectory';

/**
 * Rollouts of collected traces, in the place of an agent: the trajectory is read and condensed for the reflector, and
 * nothing is run or paid. A trajectory that retention has removed is missing data, like any call that brought nothing.
 */
export function recordedRollouts(pool: pg.Pool, workspaceId: string): LanguageModel['complete'] {
  return async ({ messages: [message] }) => {
    invariant(message, 'The call of a recorded rollout names its trace.');
    const { traceId, question, context, rollout } = recordedCallOf(message.content);
    const { trajectoryHash: hash } = rollout;
    const steps = hash && (await holdingOut(() => readTrajectory(pool, { workspaceId, hash })));
    if (hash !== null && !steps) return GONE;
    const reply: RolloutReply = {
      ...{ rolloutId: traceId, isTrace: true, attempts: 1, trajectoryHash: hash, injection: {} },
      modelCalls: steps ? steps.steps.filter(isAgentStep).length : 0,
      toolErrors: steps ? toolErrorsOf(steps) : 0,
      ...{ selfReported: null, limit: null, countedBy: 'unknown' },
      seen: steps ? seenOf(steps, [], { question, context }) : null,
    };
    return {
      ok: true,
      text: rollout.output,
      finishReason: 'stop',
      usageReported: true,
      ...FREE,
      rollout: reply,
    };
  };
}

const FREE = { tokensIn: 0, tokensOut: 0, tokensCached: 0, delayMs: 0, attempts: 1 };

const GONE: ModelOutcome = {
  ...{ ok: false, cause: { code: 'unavailable', message: 'The trajectory of this trace was removed.' } },
  ...FREE,
};
