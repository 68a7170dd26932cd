import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { isMissing, type Score } from '@/lib/domain/score';
import { describeCall } from '@/lib/engine/calls/describe-call';
import { listPriceUsd } from '@/lib/engine/calls/pricing';
import type { Ask, Method } from '@/lib/methods/method';
import { type EvaluationCache, evaluationKeyHash } from '@/lib/ports/evaluation-cache';
import { callKeyText } from '@/lib/ports/journal';
import { reuseKey } from './evaluation-reuse';
import { FIRST_JUDGE_ORDINAL } from './held-out';
import { scorerFor } from './score-answers';

/**
 * The score of one prompt on one example from the cache alone: the method asks and the scorer scores as in a run, but
 * no call is sent. Null as soon as one of the calls has no answer in the cache.
 */
export interface CachedPair {
  readonly answer: string;
  readonly score: Score;
  /** Cache keys of the answers behind the score, which an invalidation puts aside. */
  readonly keys: readonly string[];
}

export interface PairAsked {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly candidate: Candidate;
  readonly example: Example;
  /** Its place among the examples asked for; part of a key only where the temperature lets chance speak. */
  readonly ordinal: number;
  readonly cache: EvaluationCache;
}

export async function cachedPair(asked: PairAsked): Promise<CachedPair | null> {
  const { manifest, method, candidate, example, ordinal } = asked;
  const keys: string[] = [];
  const ask = askCache(asked, keys);
  try {
    const answer = await method.answer({ manifest, candidate, example, purpose: 'evaluate', ordinal, ask });
    if (answer.cause !== null) return null;
    const firstOrdinal = FIRST_JUDGE_ORDINAL + ordinal;
    const score = await scorerFor({ manifest, examples: [example], ask, firstOrdinal })(answer.text, example);
    return isMissing(score) ? null : { answer: answer.text, score, keys };
  } catch (error) {
    if (error instanceof NotKept) return null;
    throw error;
  }
}

/** Ends the asking where the cache has nothing: what would come next depends on the answer that is not there. */
class NotKept extends Error {}

function askCache({ manifest, candidate, cache }: PairAsked, keys: string[]): Ask {
  return async (request) => {
    const measuring = { ...request, measures: candidate.hash };
    const call = describeCall(manifest, 0, measuring);
    const key = reuseKey(manifest, call, measuring);
    const outcome = key && (await cache.find(key));
    if (!outcome) throw new NotKept();
    keys.push(evaluationKeyHash(key));
    return { outcome, callKey: callKeyText(call.key), costUsd: listPriceUsd(call.binding, outcome) };
  };
}
