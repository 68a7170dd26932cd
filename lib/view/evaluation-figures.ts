import type { EvaluationSummaryView } from '@/lib/contracts/evaluations';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { SettingLine } from './manifest-lines';
import { formatCount, formatScore, formatUsd, plural } from './numbers';

/** Savings of an experiment's evaluation cache, and the cost of each possible judge. */
export interface EvaluationFigures {
  readonly lines: readonly SettingLine[];
  /** The figures in one sentence. */
  readonly summary: string;
  /** Null where no judge is asked, or nothing is known of what one costs. */
  readonly tradeOff: {
    readonly sentence: string;
    readonly costs: EvaluationSummaryView['judging']['costs'];
  } | null;
}

export const SEAT_WORDS: Readonly<Record<JudgeSeat, string>> = {
  evaluator: 'Separate evaluator',
  proposer: 'Proposer',
  proxy: 'Proxy',
};

export function prepareEvaluationFigures(summary: EvaluationSummaryView): EvaluationFigures {
  const { asked, hits, hitRate, savedUsd, kept, cache } = summary;
  return {
    summary: sentenceOf(summary),
    lines: [
      { term: 'Cache', value: cache.read ? 'on' : `off: ${cache.offReason || 'no reason given'}` },
      { term: 'Hit rate', value: formatScore(hitRate) },
      {
        term: 'Answered from the cache',
        value: asked === 0 ? 'nothing asked yet' : `${formatCount(hits)} of ${formatCount(asked)}`,
      },
      { term: 'Spared, at list price', value: formatUsd(savedUsd) },
      { term: 'Answers that may serve others', value: formatCount(kept) },
    ],
    tradeOff: tradeOffOf(summary),
  };
}

function sentenceOf({ asked, hits, savedUsd }: EvaluationSummaryView): string {
  if (asked === 0) return 'Nothing was evaluated yet.';
  if (hits === 0) return 'Every evaluation so far was asked for the first time.';
  return `${formatUsd(savedUsd)} were not paid a second time.`;
}

function tradeOffOf({ judging }: EvaluationSummaryView): EvaluationFigures['tradeOff'] {
  if (judging.scoredBy !== 'judge' || judging.costs.length === 0) return null;
  const basis =
    judging.basis === 'measured'
      ? 'measured from judge calls of this experiment'
      : 'estimated from the lengths of its texts';
  return {
    sentence: `One measurement asks the judge about ${plural(judging.examples, 'example')}; costs are ${basis}.`,
    costs: judging.costs,
  };
}
