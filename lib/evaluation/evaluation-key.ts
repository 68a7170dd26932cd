import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { EvaluationKey } from '@/lib/ports/evaluation-cache';
import { JUDGE_PROMPT_HASH } from './judge';

/**
 * Inputs that determine the answer to one evaluation call, for the cache across runs. The run's seed is not
 * among them, or no two runs would ever share an answer; where the temperature lets chance speak, the seed of the call
 * is.
 */
export interface EvaluationCall {
  readonly candidateHash: string;
  /** sha256 of the messages as sent: candidate, example, templates and instructions are all in it. */
  readonly promptHash: string;
  readonly binding: ModelBinding;
  readonly seed: number;
  readonly json: boolean;
  readonly repetition: number;
}

export function evaluationKey(manifest: RunManifest, call: EvaluationCall): EvaluationKey {
  const { temperature, maxTokens } = call.binding;
  return {
    namespace: manifest.evaluationCache?.namespace ?? 'default',
    candidateHash: call.candidateHash,
    inputHash: call.promptHash,
    evaluatorHash: evaluatorHash(manifest),
    servingModelHash: canonicalHash(answeringModel(call.binding)),
    paramsHash: canonicalHash({
      temperature,
      maxTokens,
      json: call.json,
      seed: temperature > 0 ? call.seed : null,
    }),
    repetition: call.repetition,
  };
}

/** Where answers come from: address, model and the headers marked as part of it; the practice model's settings too. */
function answeringModel({ origin, model, practiceSettings, behaviouralHeaders = {} }: ModelBinding) {
  return {
    ...{ origin, model },
    ...(practiceSettings ? { practiceSettings } : {}),
    ...(Object.keys(behaviouralHeaders).length > 0 ? { behaviouralHeaders } : {}),
  };
}

/** Another rubric, judge prompt or judging model is another evaluator; code is known by its settings. */
function evaluatorHash({ task, models }: RunManifest): string {
  const { scoring } = task;
  if (scoring.kind !== 'judge') return canonicalHash({ scoring });
  return canonicalHash({ scoring, prompt: JUDGE_PROMPT_HASH, ...answeringModel(models.evaluator) });
}
