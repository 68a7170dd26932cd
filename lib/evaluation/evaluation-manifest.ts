import type { NamedCandidate } from '@/lib/domain/candidate';
import type { EvaluationCacheSettings, RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { ENGINE_VERSION } from '@/lib/domain/run';
import type { SplitName } from '@/lib/domain/split';
import { invariant } from '@/lib/errors/invariant';
import { bindingOfSeat } from './judge-seats';

/**
 * Turns the manifest of a training run into one that only measures: same task, split, models, method and
 * prompts, so that both send the same requests. Training settings are left out, as the hash would cover them
 * for nothing. The run's judge becomes the evaluator.
 */
export interface EvaluationAsked {
  readonly candidates: readonly NamedCandidate[];
  readonly split: SplitName;
  readonly exampleIds?: readonly string[] | undefined;
  readonly seat: JudgeSeat;
  readonly cache: EvaluationCacheSettings;
}

export function evaluationManifest(base: RunManifest, asked: EvaluationAsked): RunManifest {
  const { diversity: _d, stragglers: _s, dispatch: _p, branchedFrom: _b, judging: _j, ...kept } = base;
  const evaluator = bindingOfSeat(base, asked.seat);
  invariant(evaluator, 'The manifest of a judged run names its judge.');
  return {
    ...kept,
    kind: 'evaluation',
    engineVersion: ENGINE_VERSION,
    evaluation: { everyExamples: null, split: asked.split },
    evaluationCache: asked.cache,
    models: { ...base.models, evaluator },
    // A measurement cut short by a cap would be worthless; its size is known before it starts.
    budget: { rollouts: null, tokens: null, usd: null, wallMs: null },
    stopping: { patience: null, targetScore: null },
    evaluateOnly: asked.candidates,
    ...(asked.exampleIds ? { evaluateExampleIds: asked.exampleIds } : {}),
    tieBreak: 'costLengthAge',
  };
}
