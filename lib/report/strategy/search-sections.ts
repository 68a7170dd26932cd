/** Sections 5 and 6: what keeps parallel edits apart, and who judges them (R-155, R-156). */

import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import { scorerOf } from '@/lib/domain/scored-by';
import { confoundingOf } from '@/lib/policy/confounding';
import { mean } from '@/lib/stats/summary';
import { calibratedSentence, judgeName, revertedSentence, scorerSentence } from '@/lib/words/evaluator';
import type { Fields, Statement } from './sections';
import type { MeasuredFacts, StrategyInput } from './strategy-input';
import {
  byRule,
  capital,
  count,
  dollars,
  measured,
  notMeasured,
  PRACTICE,
  percent,
  pinned,
  plural,
} from './words';

const NO_RUN = 'the run has not been made.';

export function rolloutDiversityControls(input: StrategyInput): Fields<'rolloutDiversityControls'> {
  const { diversity } = input.manifest;
  const observed = diversityObserved(input);
  if (!diversity) {
    const none = pinned('None: the run pins no diversity rule, so it is a yardstick and cannot be promoted.');
    return { operators: none, temperature: none, antiCollapse: none, reseed: none, observed };
  }
  const { operators, adaptAfterIteration, temperature, similarityMax, embedderId, reseedAfterCollapsed } =
    diversity;
  const adapts =
    adaptAfterIteration === null
      ? 'The weights stay.'
      : `After iteration ${adaptAfterIteration} the weights follow the lift on the selection examples.`;
  return {
    operators: pinned(`${plural(operators.length, 'operator')}. ${adapts}`, {
      blocks: [
        {
          kind: 'table',
          head: ['Operator', 'Weight'],
          rows: operators.map(({ kind, weight }) => [OPERATOR_WORDS[kind], weight.toFixed(2)]),
        },
      ],
    }),
    temperature: pinned(
      `${temperature.map((step) => `${step.temperature} from iteration ${step.fromIteration + 1}`).join(', ')}, for the proposer.`,
    ),
    antiCollapse: pinned(
      `An edit more similar than ${similarityMax} to what is there is rejected; exactly at it is kept (embedder ${embedderId}).`,
    ),
    reseed: pinned(
      reseedAfterCollapsed === null
        ? 'Never: the pool is not started afresh.'
        : `After ${plural(reseedAfterCollapsed, 'collapsed iteration')} in a row a lineage from a fresh prompt is tried, and kept if it is better on selection.`,
    ),
    observed,
  };
}

function diversityObserved({ manifest, measured: facts }: StrategyInput): Statement {
  if (facts === null) return notMeasured(NO_RUN);
  if (facts.diversity.length === 0) {
    return notMeasured(
      manifest.diversity ? 'no iteration was looked through.' : 'the run pins no diversity rule.',
    );
  }
  const unique = mean(facts.diversity.flatMap(({ uniqueEditRatio }) => uniqueEditRatio ?? []));
  const coverage = mean(facts.diversity.flatMap((one) => one.coverage ?? []));
  const rejected = facts.diversity.reduce((sum, one) => sum + one.rejectedAsDuplicate, 0);
  const share = (value: number | undefined) => (value === undefined ? 'not measured' : percent(value));
  return measured(
    `Unique edits ${share(unique)}, coverage of the example groups ${share(coverage)}; ${plural(rejected, 'edit')} rejected as duplicates; ${plural(facts.collapses, 'collapse')}, ${plural(facts.reseeds, 'fresh start')}.`,
    plural(facts.diversity.length, 'iteration'),
  );
}

const OPERATOR_WORDS: Readonly<Record<OperatorKind, string>> = {
  insert: 'Insert',
  delete: 'Delete',
  rephrase: 'Rephrase',
  reorder: 'Reorder',
  fewShotSwap: 'Few-shot swap',
  instructionChannelEdit: 'Instruction-channel edit',
};

export function evaluatorSpec(input: StrategyInput): Fields<'evaluatorSpec'> {
  const { manifest, measured: facts } = input;
  const { models } = manifest;
  return {
    proposer: pinned(modelWords(models.proposer)),
    evaluator: pinned(judgeWords(manifest)),
    serving: pinned(`${modelWords(models.serving)}${confoundedWords(input)}`),
    calibration: pinned(protocol(manifest)),
    calibrated: calibrated(manifest, facts),
    cacheKey: byRule(
      'Candidate, input as sent, evaluator, serving model, parameters and repetition, each by its hash; shared within one namespace.',
    ),
    reevaluation: byRule(
      'An answered key is never asked again; asking anew needs a reason, and the reason is kept.',
    ),
  };
}

function modelWords({ model, providerName, hardware, practice }: ModelBinding): string {
  return `${model} at ${providerName} on ${hardware}${practice && !hardware.includes(PRACTICE) ? `, ${PRACTICE}` : ''}.`;
}

const confoundedWords = (input: StrategyInput) => {
  const confounding = confoundingOf(input.manifest, input.acknowledged ?? null);
  return confounding === null ? '' : ` ${confounding.sentence}`;
};

function judgeWords({ task, models, judging }: RunManifest): string {
  if (task.scoring.kind !== 'judge') return scorerSentence(scorerOf(task.scoring));
  if (judging?.judge !== 'proposer') return modelWords(models.evaluator);
  return `The proposer itself, forced: ${judging.forcedReason ?? 'no reason is given'}.`;
}

function protocol({ task, judging }: RunManifest): string {
  if (task.scoring.kind !== 'judge') return 'Not applicable: no model judges.';
  if (!judging) return 'No check is pinned.';
  const { judge, sampleShare, minPairs, spearmanMin, costCeilingUsd, proxy } = judging;
  const below = judge === 'proposer' ? 'the separate evaluator takes the seat back' : 'the run is aborted';
  const ceiling =
    costCeilingUsd === null
      ? 'no ceiling on the cost of judging'
      : `above ${dollars(costCeilingUsd)} a rollout ${proxy?.model ?? 'no proxy'} judges, once calibrated`;
  return `${percent(sampleShare)} of the first held-out answers, at least ${count(minPairs)} pairs, scored by both judges; below a Spearman correlation of ${spearmanMin} ${below}; ${ceiling}.`;
}

function calibrated({ task }: RunManifest, facts: MeasuredFacts | null): Statement {
  if (task.scoring.kind !== 'judge') return byRule('Not applicable: no model judges.');
  if (facts === null) return notMeasured(NO_RUN);
  const { calibration, reverted } = facts;
  if (calibration === null)
    return notMeasured('the run ended before its judge was calibrated, which blocks a promotion.');
  const back = reverted === null ? '' : ` ${revertedSentence(reverted)}`;
  const { judge, seat, against, againstSeat, pairs } = calibration;
  return measured(
    `${capital(calibratedSentence(calibration))}${back}`,
    `${judgeName(judge, seat)} against ${judgeName(against, againstSeat)}, ${plural(pairs, 'pair')}`,
  );
}
