/**
 * Rules about who judges: checked when a run starts, before anything is
 * paid. Where code scores none of them fires, since code is honest by construction (rulings E2). What a calibration
 * finds later is a decision of the run, not a refusal.
 */

import { hasPrice } from '@/lib/domain/asked-roles';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { learnsInParallel } from '@/lib/domain/run';
import { CACHE_OFF, SELF_JUDGED as SELF_JUDGED_RULE } from './rules/anti-patterns';
import { CEILING_PRICED, EVALUATOR_HONEST, PROXY_CALIBRATED } from './rules/evaluator';
import { refusal } from './rules/rule';

/** Shown verbatim, and stated again when the evaluator replaces the proposer as judge. */
export const SELF_JUDGED = SELF_JUDGED_RULE.sentence;

type Judged = Pick<RunManifest, 'kind' | 'task' | 'split' | 'evaluation' | 'models' | 'judging'>;

/** @throws AppError EVALUATOR_CONFOUNDED, NO_HONEST_EVALUATOR, PROXY_UNCALIBRATED, PRICE_UNKNOWN */
export function assertHonestEvaluator(manifest: Judged): void {
  if (manifest.task.scoring.kind !== 'judge') return;
  assertNotConfounded(manifest);
  assertCalibratable(manifest);
  assertCeilingCanBeKept(manifest);
}

/** The evaluator is a model of its own; the proposer judges only with a stated reason. */
function assertNotConfounded({ models, judging }: Judged): void {
  const isSame = isSameModel(models.proposer, models.evaluator);
  const forced = judging?.judge === 'proposer';
  if (!isSame && (!forced || isSaid(judging?.forcedReason))) return;
  throw refusal(SELF_JUDGED_RULE, {
    fields: isSame
      ? [{ path: 'models.evaluator', message: 'This is the model of the proposer: choose another one.' }]
      : [{ path: 'judging.forcedReason', message: 'Say why the proposer has to judge.' }],
    ...(isSame
      ? {
          howToProceed: ['Choose a separate model as evaluator; a smaller one than the proposer will do.'],
        }
      : {}),
  });
}

/**
 * A parallel run multiplies whatever its evaluator gets wrong. A separate one may still prove itself while the
 * run goes on; a proposer in the seat must be calibrated, and that needs enough answers for the pairs.
 */
function assertCalibratable({ kind, split, evaluation, judging }: Judged): void {
  const answers = split.counts[evaluation.split];
  if (!learnsInParallel(kind) || judging?.judge !== 'proposer' || answers >= judging.minPairs) return;
  throw refusal(EVALUATOR_HONEST, {
    found: `The proposer is to judge, and ${answers} examples are fewer than the ${judging.minPairs} pairs that its calibration takes.`,
  });
}

/** */
function assertCeilingCanBeKept({ split, evaluation, models, judging }: Judged): void {
  if (!judging || judging.costCeilingUsd === null) return;
  const { proxy } = judging;
  const answers = split.counts[evaluation.split];
  if (proxy === null || isSameModel(proxy, models.evaluator) || answers < judging.minPairs) {
    throw refusal(PROXY_CALIBRATED, {
      found: `The ceiling is $${judging.costCeilingUsd} a rollout.`,
      fields:
        answers < judging.minPairs && proxy !== null
          ? [{ path: 'judging.minPairs', message: `Only ${answers} examples could be scored by both.` }]
          : [{ path: 'judging.proxy', message: 'Name a model that is smaller than the evaluator.' }],
    });
  }
  const unpriced = [models.evaluator, proxy].filter((binding) => !hasPrice(binding));
  if (unpriced.length === 0) return;
  const names = unpriced.map(({ model }) => model).join(', ');
  throw refusal(CEILING_PRICED, {
    found: `None is known for ${names}.`,
    fields: [{ path: 'judging.costCeilingUsd', message: 'It cannot be kept without a price.' }],
  });
}

/** */
export function assertCacheReasoned(cache: { readonly read: boolean; readonly offReason: string }): void {
  if (cache.read || isSaid(cache.offReason)) return;
  throw refusal(CACHE_OFF, {
    fields: [{ path: 'evaluationCache.offReason', message: 'Say why every evaluation is paid again.' }],
  });
}

const isSameModel = (a: ModelBinding, b: ModelBinding) => a.origin === b.origin && a.model === b.model;
const isSaid = (reason: string | null | undefined) => (reason ?? '').trim() !== '';
