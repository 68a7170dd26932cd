import type { RunManifest } from '@/lib/domain/manifest';
import type { DescribedCall } from '@/lib/engine/calls/describe-call';
import { listPriceUsd } from '@/lib/engine/calls/pricing';
import { evaluationKey } from '@/lib/evaluation/evaluation-key';
import type { AskRequest } from '@/lib/methods/method';
import type { EvaluationCache, EvaluationKey } from '@/lib/ports/evaluation-cache';
import type { Journal, JournaledAnswer } from '@/lib/ports/journal';

/**
 * Between the journal and the dispatch: an answer on an evaluation split that another run has paid for. A hit is
 * journaled like any answer, at list price and with nothing paid, so that a replay of this run needs no cache
 * (rulings J5). A miss is sent as usual, and its answer is kept afterwards.
 */
export interface EvaluationReuse {
  isKept(call: DescribedCall, request: AskRequest): Promise<boolean>;
  take(call: DescribedCall, request: AskRequest): Promise<JournaledAnswer | undefined>;
  keep(call: DescribedCall, request: AskRequest, answer: JournaledAnswer): Promise<void>;
}

export function makeEvaluationReuse(input: {
  readonly manifest: RunManifest;
  readonly cache: EvaluationCache | undefined;
  readonly journal: Journal;
}): EvaluationReuse | undefined {
  const { manifest, cache, journal } = input;
  // Rollouts of an agent are never shared: nothing proves that it would do the same in another run.
  if (!cache || !manifest.evaluationCache?.read || manifest.agent) return undefined;
  const find = async (call: DescribedCall, request: AskRequest) => {
    const key = reuseKey(manifest, call, request);
    return key && cache.find(key);
  };
  return {
    isKept: async (call, request) => (await find(call, request)) !== undefined,
    async take(call, request) {
      const outcome = await find(call, request);
      if (!outcome) return undefined;
      await journal.recordSent(call.key, {
        role: call.request.role,
        model: call.binding.model,
        messages: call.request.messages,
        subject: call.subject,
        reservedTokens: 0,
        reservedUsd: 0,
      });
      const costUsd = listPriceUsd(call.binding, outcome);
      return journal.recordAnswer(call.key, { outcome, costUsd, spendUsd: 0, cached: true });
    },
    async keep(call, request, { outcome, cached }) {
      const key = reuseKey(manifest, call, request);
      // A reply that was cut off or filtered is not what the model says when it is asked properly.
      if (!key || cached || !outcome.ok || outcome.finishReason !== 'stop' || outcome.text === '') return;
      await cache.keep(key, outcome);
    },
  };
}

/**
 * Only what measures a candidate is shared; training answers are the run's own. Nor is what a program said: it is known
 * by its name alone, behind which its operator may put another one.
 */
export function reuseKey(
  manifest: RunManifest,
  call: DescribedCall,
  request: AskRequest,
): EvaluationKey | undefined {
  const isShared = request.purpose === 'evaluate' || request.purpose === 'judge';
  if (request.measures === undefined || !isShared) return undefined;
  return evaluationKey(manifest, {
    candidateHash: request.measures,
    promptHash: call.key.promptHash,
    binding: call.binding,
    seed: call.request.seed,
    json: request.json,
    repetition: request.repetition,
  });
}
