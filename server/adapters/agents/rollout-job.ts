import { contentHash } from '@/lib/domain/content-hash';
import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';
import type { RolloutOrder } from '@/lib/domain/rollout-order';
import type { RolloutKeys, RolloutName } from './rollout-key';

/** Addresses and documents of one attempt, as its agent gets them. */
export const HEARTBEAT_SECONDS = 15;

export interface JobParts extends RolloutName {
  readonly input: RolloutJob['task']['input'];
  readonly candidateHash: string;
  readonly order: RolloutOrder;
  /** Where agents reach the serving process, without a slash at the end. */
  readonly proxyUrl: string;
  readonly keys: RolloutKeys;
}

export function rolloutJobOf(parts: JobParts): RolloutJob {
  const { rolloutId, attempt, input, candidateHash, order, proxyUrl, keys } = parts;
  const base = `${proxyUrl}/r/${rolloutId}/${attempt}`;
  const { modelCalls, tokens, usd, seconds } = order.limits;
  const apiKey = keys.keyOf({ rolloutId, attempt });
  const model = order.model && {
    name: order.model.model,
    openaiBaseUrl: `${base}/openai/v1`,
    anthropicBaseUrl: `${base}/anthropic`,
    apiKey,
  };
  return {
    version: ROLLOUT_VERSION,
    rolloutId,
    attempt,
    task: { input, files: [] },
    candidate: {
      hash: candidateHash,
      components: Object.fromEntries(order.components.map(({ name, text }) => [name, text])),
    },
    seed: order.seed,
    deadlineSeconds: seconds,
    limits: { modelCalls, tokens, usd },
    ...(model && { model }),
    control: {
      heartbeatUrl: `${base}/heartbeat`,
      resultUrl: `${base}/result`,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      apiKey,
    },
  };
}

/** Follows from the run and the key of the journaled call, so a run that is taken over continues the same rollout. */
export function rolloutIdOf(runId: string, idempotencyKey: string): string {
  return `ro_${contentHash(`${runId}/${idempotencyKey}`).slice(0, 26)}`;
}
