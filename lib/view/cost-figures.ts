import type { RunCostsView } from '@/lib/contracts/costs';
import { PRACTICE_LABEL } from './number-origin';
import { formatCompact, formatCount, formatUsd, plural } from './numbers';
import { dollarWords, gpuWords } from './run-costs';

/** Figures and sentences at the top of the Cost tab of a run. */
export interface CostFigure {
  readonly term: string;
  readonly value: string;
  readonly note: string;
}

/** Name of money that was paid. A practice model's prices are invented, so nothing is paid there. */
export const spendTerm = (isPractice: boolean) => (isPractice ? `Pretend, ${PRACTICE_LABEL}` : 'Paid');

/** List next to paid, and what may have been paid on top. */
export function prepareFigures(total: RunCostsView['total'], isPractice: boolean): readonly CostFigure[] {
  const extra = total.twiceUsdMax;
  return [
    {
      term: 'List price',
      value: dollarWords(total.costUsd),
      note: 'as if no cache had helped; comparisons use it',
    },
    {
      term: spendTerm(isPractice),
      value: dollarWords(total.spendUsd),
      note:
        total.cached > 0
          ? `${plural(total.cached, 'answer')} came from the cache`
          : 'no answer came from a cache',
    },
    {
      term: 'At most on top',
      value: formatUsd(extra),
      note: `${plural(total.possiblyPaidTwice, 'call')} possibly ${isPractice ? 'counted' : 'paid'} twice`,
    },
    {
      term: 'Tokens',
      value: formatCompact(total.tokens),
      note: `${formatCompact(total.tokensIn)} in, ${formatCompact(total.tokensOut)} out, ${formatCompact(total.tokensCached)} cached`,
    },
    {
      term: 'GPU-seconds',
      value: gpuWords(total.gpuSeconds),
      note:
        total.gpuSeconds === null
          ? 'a provider names no accelerators'
          : 'from the accelerators that the providers name',
    },
    {
      term: 'Rollouts',
      value: formatCount(total.rollouts),
      note: `${formatCount(total.evaluationRollouts)} more to measure; ${plural(total.calls, 'call')}, ${formatCount(total.failures)} failed or unreadable`,
    },
  ];
}

const sentencesOf = (text: string) => text.split(/(?<=\.) (?=\p{Lu})/u);

/** Sentences of `text` that `said` does not hold already: the verdict against serial is in several texts. */
export function unsaid(text: string, said: string): string {
  const known = new Set(sentencesOf(said));
  return sentencesOf(text)
    .filter((sentence) => !known.has(sentence))
    .join(' ');
}

/** An accepted prompt against serial next to the tab's verdict `said`: its own difference always stays. */
export function rowAgainstSerial(sentence: string, said: string): string {
  const verdict = sentencesOf(said).filter((one) => !one.startsWith('Difference '));
  return unsaid(sentence, verdict.join(' ')) || sentence;
}
