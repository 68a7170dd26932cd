/**
 * Section 9: what an iteration, a run and a held-out point cost, before and after, beside the serial baseline (R-159,
 * All measured numbers come out of the one cost report of the run. A ratio of times is said only where
 * that lets one out; where the sides differ in split or hardware there is a sentence and no number.
 */
import { costPerPoint } from '@/lib/report/cost-per-point';
import { speedBesideCost } from '@/lib/report/headline';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { type Amounts, amountWords, rangeWords, spreadWords } from './amount-words';
import { basisOf, expectedPrice } from './headline';
import type { Fields, Statement } from './sections';
import type { Headline } from './strategy-content';
import type { ExpectedCost, MeasuredFacts, StrategyInput } from './strategy-input';
import { toTarget } from './target-line';
import { dollars, duration, expected, measured, notMeasured, percent, plural } from './words';

const NO_BASELINE = 'there is no finished serial baseline of the same split and hardware.';

export function costReport(input: StrategyInput, headline: Headline): Fields<'costReport'> {
  const { says, basis, from } = headline;
  const said: Statement = { says, basis, ...(from === undefined ? {} : { from }) };
  const { measured: facts } = input;
  return { headline: said, ...(facts === null ? expectedCosts(input) : measuredCosts(facts)) };
}

function measuredCosts(facts: MeasuredFacts) {
  const { record, costs } = facts;
  const from = `"${record.label}", list prices`;
  const { cost } = costs.headline;
  const total = totalOf(facts);
  const notes = costs.notes.length === 0 ? [] : [{ kind: 'list' as const, items: [...costs.notes] }];
  return {
    perPoint: cost
      ? measured(cost.sentence, `${from}, paired over its own original prompt`)
      : notMeasured('the run was not measured on held-out before and after.'),
    perIteration:
      record.iterations === 0
        ? notMeasured('no iteration has closed.')
        : measured(
            `${amountWords(shareOf(total, record.iterations))}.`,
            `mean of ${plural(record.iterations, 'iteration')}, ${from}`,
          ),
    total: measured(
      `${amountWords(total)}; ${plural(costs.total.evaluationRollouts, 'evaluation rollout')} beside them; ${duration(record.totalWallMs)} with the measurements. Paid: ${dollars(costs.total.spendUsd)}.`,
      from,
      notes,
    ),
    toTarget: toTarget(facts),
    againstSerial: againstSerial(facts),
  };
}

const totalOf = ({ record, costs: { total } }: MeasuredFacts): Amounts => ({
  usd: total.costUsd,
  tokens: total.tokens,
  rollouts: total.rollouts,
  gpuSeconds: total.gpuSeconds,
  learningMs: record.learningWallMs,
});

/** Measurements are spread over the iterations that they follow: they are a part of what an iteration costs. */
const shareOf = ({ usd, tokens, rollouts, gpuSeconds, learningMs }: Amounts, n: number): Amounts => ({
  usd: usd === null ? null : usd / n,
  tokens: tokens / n,
  rollouts: rollouts / n,
  gpuSeconds: gpuSeconds === null ? null : gpuSeconds / n,
  learningMs: learningMs / n,
});

/** Points and dollars against the baseline, and last the time: a ratio only where readiness lets one out. */
function againstSerial({ costs }: MeasuredFacts): Statement {
  const { againstSerial: against, headline } = costs;
  if (against.kind === 'notCompared') return notMeasured(against.sentence);
  return measured(
    `${against.sentence} ${timeWords(headline, against.sentence)}`,
    `same split and hardware, "${against.baseline.label}"`,
  );
}

/** The reason for no ratio is often the verdict on quality, which \`said\` has given already. */
function timeWords({ speed, cost }: MeasuredFacts['costs']['headline'], said: string): string {
  if (speed.kind === 'shown') return speedBesideCost(speed, cost);
  return said.includes(speed.sentence) ? 'No speedup is stated.' : `No speedup is stated: ${speed.sentence}`;
}

function expectedCosts({ expected: cost, serial, manifest }: StrategyInput) {
  const compared = serial
    ? measured(serialPrice(serial.record), `"${serial.record.label}"`)
    : notMeasured(NO_BASELINE);
  if (cost === null) {
    const none = notMeasured('nothing is known of this task that an estimate could rest on.');
    return { perPoint: none, perIteration: none, total: none, toTarget: none, againstSerial: compared };
  }
  const total = amountsOf(cost);
  const n = cost.iterations;
  const price = expectedPrice({ expected: cost, serial });
  const target = manifest.stopping.targetScore;
  const reached =
    target === null ? 'No target is set' : `Whether ${percent(target)} on held-out is reached is not known`;
  return {
    perPoint: price
      ? expected(price.sentence, `${basisOf(cost)}; over the gain of the serial baseline`)
      : notMeasured('without a serial gain there is nothing to divide by.'),
    perIteration: expected(
      `${amountWords(shareOf(total, n))}.`,
      `${plural(n, 'iteration')} of ${cost.batchSize}; ${basisOf(cost)}`,
    ),
    total: expected(
      `${rangeWords(cost.amounts)}; ${plural(cost.estimate.evaluationRollouts, 'evaluation rollout')} beside the rollouts.`,
      `${basisOf(cost)}; ${spreadWords(cost)}`,
    ),
    toTarget: expected(
      `${reached}; the whole run is expected to take ${rangeWords(cost.amounts)}.`,
      `${basisOf(cost)}; ${spreadWords(cost)}`,
    ),
    againstSerial: compared,
  };
}

interface Priced {
  readonly costUsd: number | null;
  readonly gain: PairedDifference | null;
}

const serialPrice = ({ costUsd, gain }: Priced) =>
  `The run is not made yet. The serial baseline: ${gain === null ? 'never measured on held-out.' : costPerPoint(costUsd, gain).sentence}`;

const amountsOf = ({ estimate, isPriced }: ExpectedCost): Amounts => ({
  usd: isPriced ? estimate.usd : null,
  tokens: estimate.tokens,
  rollouts: estimate.rollouts,
  gpuSeconds: estimate.gpuSeconds,
  learningMs: estimate.learningMs,
});
