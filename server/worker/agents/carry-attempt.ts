import type { AgentCarrier, CarryEnd } from '@/lib/ports/agent';
import { rolloutJobOf } from '@/server/adapters/agents/rollout-job';
import { makeRolloutKeys } from '@/server/adapters/agents/rollout-key';
import { config } from '@/server/config/config';
import type { NewAttempt } from '@/server/repositories/rollouts';
import type { AttemptEvent, AttemptWatch } from './attempt-watch';

/**
 * One attempt, from its open row to what came of its agent. The agent is told to stop at the deadline, by a person's stop,
 * and once `interrupted` aborts.
 */
export interface AttemptParts {
  readonly carrier: AgentCarrier;
  readonly watch: AttemptWatch;
  /** The run is paused or lost, or this worker closes. */
  readonly interrupted: AbortSignal;
}

export interface AttemptEnd {
  readonly end: CarryEnd;
  readonly event: AttemptEvent | null;
}

/** @throws AppError ADDRESS_REFUSED where the agent's address may not be called. */
export async function carryAttempt(
  { carrier, watch, interrupted }: AttemptParts,
  attempt: NewAttempt & { readonly attempt: number },
): Promise<AttemptEnd> {
  const { agentProxyUrl: proxyUrl, secret } = config();
  const { id: rolloutId, input, candidateHash, order } = attempt;
  const job = rolloutJobOf({
    ...{ rolloutId, attempt: attempt.attempt, input, candidateHash, order, proxyUrl },
    keys: makeRolloutKeys(secret),
  });
  const followed = watch.follow(attempt);
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  const causes = [followed.over, interrupted];
  for (const cause of causes) {
    if (cause.aborted) stop();
    cause.addEventListener('abort', stop);
  }
  try {
    const { environment } = order;
    const end = await carrier.carry(job, { signal: giveUp.signal, posted: followed.posted, environment });
    return { end, event: followed.event() };
  } finally {
    for (const cause of causes) cause.removeEventListener('abort', stop);
    followed.leave();
  }
}
