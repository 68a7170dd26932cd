/**
 * The half page on top of a plan or a report. Verdict and recommendation follow from the finding about the run, which its
 * page shows too; numbers are those of the sections below. A number that must not be quoted is left out here.
 */
import type { TruthKind } from '@/lib/domain/truth';
import { TRUTH_VERDICTS } from '@/lib/words/truth';
import { rangeWords } from './amount-words';
import { basisOf } from './headline';
import type { Statement } from './sections';
import type { Headline, StrategySummary } from './strategy-content';
import type { DiagnosisSaid, MeasuredFacts, StrategyInput } from './strategy-input';
import { dollars, duration, expected, gainWords, measured, notMeasured } from './words';

export function summaryOf(
  input: StrategyInput,
  { headline, blocks }: { readonly headline: Headline; readonly blocks: readonly string[] },
): StrategySummary {
  return input.measured === null ? planned(input) : reported(input, input.measured, { headline, blocks });
}

const RECOMMENDATIONS: Readonly<Record<TruthKind, string>> = {
  contaminated: 'Do not use these numbers. Register a new split and run again.',
  inDoubt: 'Do not use these numbers. Resolve the doubt on the page of the run first.',
  failed: 'Do not promote. Fix the cause of the failure and run again.',
  noPlateau: 'Do not run in parallel. Choose an alternative of section 2.',
  plateauNotAbove: 'Do not run in parallel. Change the task or the method first.',
  collapsed: 'Do not promote. Raise the diversity of the rollouts and run again.',
  worse: 'Do not promote. Keep the original prompt.',
  notDistinguishable: 'Do not promote yet. Add held-out examples and measure again.',
  belowSerial: 'Do not promote this prompt. Use the prompt of the serial run.',
  serialUndecided: 'Do not promote yet. Add held-out examples to compare with the serial run.',
  gain: 'Register a canary with the best prompt.',
  unchanged: 'Keep the original prompt. No better one was found.',
  undecided: 'Decide nothing yet. Measure the serial run for longer.',
  go: 'Start the parallel run.',
  notMeasured: 'Decide nothing yet. Measure the run on held-out first.',
};

/** Numbers of these findings mean nothing, so none is quoted. */
const WORTHLESS: readonly TruthKind[] = ['contaminated', 'inDoubt'];

function reported(
  { truth }: StrategyInput,
  { record, costs }: MeasuredFacts,
  { headline, blocks }: { readonly headline: Headline; readonly blocks: readonly string[] },
): StrategySummary {
  const kind = truth?.kind ?? 'notMeasured';
  const from = `"${record.label}"`;
  const [block] = blocks;
  return {
    verdict: TRUTH_VERDICTS[kind].word,
    tone: TRUTH_VERDICTS[kind].tone,
    gain: gainOf(record.gain, { from, invalid: WORTHLESS.includes(kind) ? truth?.sentence : undefined }),
    cost: measured(
      WORTHLESS.includes(kind)
        ? `${dollars(record.costUsd)} for the run.`
        : `${dollars(record.costUsd)} for the run. ${costs.headline.cost?.sentence ?? headline.says}`,
      `${from}, list prices`,
    ),
    time: measured(
      `${duration(record.learningWallMs)} of learning, ${duration(record.totalWallMs)} with evaluation.`,
      from,
    ),
    // A gain that must not be quoted is no reason to promote by itself.
    recommendation:
      kind === 'gain' && block !== undefined ? `Check before you promote. ${block}` : RECOMMENDATIONS[kind],
  };
}

function gainOf(
  gain: MeasuredFacts['record']['gain'],
  { from, invalid }: { readonly from: string; readonly invalid: string | undefined },
): Statement {
  if (invalid !== undefined) return notMeasured(invalid);
  if (gain === null) return notMeasured('no second prompt was measured on held-out.');
  return measured(`${gainWords(gain)}.`, `${from}, best prompt over the original one`);
}

const DIAGNOSED: Readonly<Record<DiagnosisSaid['verdict'], Pick<StrategySummary, 'verdict' | 'tone'>>> = {
  go: { verdict: 'Go', tone: 'good' },
  noGo: { verdict: 'No-go', tone: 'bad' },
  undecided: { verdict: 'Undecided', tone: 'neutral' },
};

function planned({ diagnosis, serial, expected: cost }: StrategyInput): StrategySummary {
  const verdict = diagnosis?.verdict ?? 'undecided';
  return {
    ...DIAGNOSED[verdict],
    gain:
      serial === null || serial.record.gain === null
        ? notMeasured('there is no comparable serial run with a gain.')
        : measured(
            `At least the serial gain is wanted: ${gainWords(serial.record.gain)}.`,
            `"${serial.record.label}"`,
          ),
    cost:
      cost === null
        ? notMeasured('nothing is known of this task that an estimate could rest on.')
        : expected(`${rangeWords(cost.amounts)}.`, basisOf(cost)),
    time:
      cost === null
        ? notMeasured('nothing is known of this task that an estimate could rest on.')
        : expected(`About ${duration(cost.estimate.learningMs)} of learning.`, basisOf(cost)),
    recommendation: recommendedPlan(diagnosis),
  };
}

function recommendedPlan(diagnosis: DiagnosisSaid | null): string {
  if (diagnosis?.verdict === 'go') return RECOMMENDATIONS.go;
  if (diagnosis?.verdict === 'noGo')
    return `Do not run in parallel. ${diagnosis.alternatives[0] ?? ''}`.trim();
  return RECOMMENDATIONS.undecided;
}
