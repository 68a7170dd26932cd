/** The parameters and the numbers of a convergence verdict in words, as the page of a diagnosis lists them. */

import type { Term } from '@/lib/domain/report-document';
import { countWords } from '@/lib/domain/scored-count';
import type { DiagnosisDecision } from '@/lib/domain/serial-diagnosis';
import type { PairedDifference } from '@/lib/stats/paired-difference';

/** Everything that the verdict depends on beside the scores, so that it can be made again by hand. */
export function decisionTerms(decision: DiagnosisDecision): Term[] {
  const { window, look, settings, furtherGain, aboveOriginal, unevenP } = decision;
  const { horizon, equivalenceMargin, fallMargin, alpha, windowMin, windowShare } = settings;
  return [
    {
      term: 'Plateau: further gain',
      value: `${differenceWords(furtherGain)} over the next ${horizon} measurements; flat if above −${points(fallMargin)} and below ${points(equivalenceMargin)}`,
    },
    {
      term: 'Plateau: unevenness',
      value: `${unevenP === null ? 'nothing to test' : `p = ${unevenP.toPrecision(2)}`}; flat if not below ${alpha}`,
    },
    { term: 'Above the original', value: `${differenceWords(aboveOriginal)}; above if wholly over 0` },
    {
      term: 'Window and look',
      value: `the last ${window} measurements (${percent(windowShare)} %, at least ${windowMin}); look ${look} in this scope, each bound errs with at most ${Number((alpha / (look * (look + 1))).toPrecision(3))}, all looks with ${alpha}`,
    },
    ...repetitionTerms(decision),
    ...acceptanceTerms(decision),
  ];
}

/** Nothing for a diagnosis from before a run measured on. */
function repetitionTerms({ repetitions, repetitionsMax, noise }: DiagnosisDecision): Term[] {
  if (repetitions === undefined || repetitionsMax === undefined) return [];
  const differing =
    noise == null
      ? ''
      : `; variance of one answer ${Number(noise.toPrecision(2))}, the error above includes it`;
  const value =
    repetitions === 1
      ? `each example was answered once for each prompt (at most ${repetitionsMax})`
      : `first, middle and last prompt of the window answered each example ${repetitions} times (at most ${repetitionsMax})${differing}`;
  return [{ term: 'Repeated answers', value }];
}

function acceptanceTerms({ acceptance, settings }: DiagnosisDecision): Term[] {
  if (acceptance == null) return [];
  const { accepted, of, furtherGainUpper } = acceptance;
  return [
    {
      term: 'New prompts',
      value: `${accepted} of the last ${of} measurements met one, the others restate a score; accepted prompts may bring up to ${points(furtherGainUpper)} over the next ${settings.horizon} measurements, if they come no more often and bring no more on average than so far`,
    },
  ];
}

const percent = (share: number) => Number((share * 100).toFixed(2));
const points = (share: number) => `${percent(share)} pt`;

function differenceWords(difference: PairedDifference | null): string {
  if (difference === null) return 'not computed';
  const { mean, lower, upper } = difference;
  const signed = (share: number) => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(2)}`;
  const interval = lower === null || upper === null ? 'no interval' : `${signed(lower)} to ${signed(upper)}`;
  return `${signed(mean)} pt (${interval}, ${countWords(difference)}, paired by example)`;
}
