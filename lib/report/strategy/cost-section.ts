/**
 * Section 9: what an iteration, a run and a held-out point cost, before and after, beside the serial baseline (R-159,
 * A ratio of times is said only once the run is ready. Where the sides differ in split or hardware there
 * is a sentence and no ratio.
 */
import { costPerPoint } from '@/lib/report/cost-per-point';
import { type Amounts, perIterationOf, totalOf, untilScore } from './cost-figures';
import { basisOf, expectedPrice } from './headline';
import type { Fields, Statement } from './sections';
import type { Headline } from './strategy-content';
import type { ExpectedCost, MeasuredFacts, StrategyInput } from './strategy-input';
import { count, dollars, duration, expected, measured, notMeasured, percent, plural, points } from './words';

export function costReport(input: StrategyInput, headline: Headline): Fields<'costReport'> {
  const { says, basis, from } = headline;
  const said: Statement = { says, basis, ...(from === undefined ? {} : { from }) };
  const { measured: facts } = input;
  if (facts !== null) return { headline: said, ...measuredCosts(input, facts) };
  return { headline: said, ...expectedCosts(input) };
}

function measuredCosts(input: StrategyInput, facts: MeasuredFacts) {
  const { record, closed, claim } = facts;
  const from = `"${record.label}"`;
  const each = perIterationOf(record, closed);
  return {
    perPoint: claim.cost
      ? measured(claim.cost.sentence, `${from}, list prices, paired over its own first prompt`)
      : notMeasured('the run was not measured on held-out before and after.'),
    perIteration: each
      ? measured(amountWords(each), `mean of ${plural(record.iterations, 'iteration')} of ${from}`)
      : notMeasured('no iteration has closed.'),
    total: measured(
      `${amountWords(totalOf(record, closed))}; ${plural(record.evaluationRollouts, 'evaluation rollout')} beside them; ${duration(record.totalWallMs)} with the measurements.`,
      from,
    ),
    toTarget: toTarget(input, facts),
    againstSerial: againstSerial(input, facts),
  };
}

/** Both runs up to the same held-out score: tokens, GPU-seconds, rollouts. */
function toTarget({ serial, manifest }: StrategyInput, { record, closed, claim }: MeasuredFacts): Statement {
  const score = manifest.stopping.targetScore ?? claim.atScore ?? record.chosen?.score.mean;
  if (score === undefined) return notMeasured('no held-out score was reached.');
  const own = untilScore(record, closed, score);
  const base = serial && untilScore(serial.record, serial.closed, score);
  if (own === null) return measured(`${percent(score)} on held-out was not reached.`, `"${record.label}"`);
  return measured(`${amountWords(own)} until ${percent(score)} on held-out.`, `"${record.label}"`, [
    {
      kind: 'table',
      caption: `Until ${percent(score)} on held-out`,
      head: ['', 'This run', 'Serial baseline'],
      rows: rowsOf(own, base ?? null),
    },
  ]);
}

const rowsOf = (own: Amounts, base: Amounts | null): string[][] => {
  const row = (name: string, of: (amounts: Amounts) => string) => [
    name,
    of(own),
    base ? of(base) : 'not measured',
  ];
  return [
    row('Rollouts', ({ rollouts }) => count(rollouts)),
    row('Tokens', ({ tokens }) => count(tokens)),
    row('GPU-seconds', ({ gpuSeconds }) => gpuWords(gpuSeconds)),
    row('List price', ({ usd }) => dollars(usd)),
    row('Learning time', ({ learningMs }) => duration(learningMs)),
  ];
};

/** The two prices of a point side by side; a ratio of times only where readiness lets one out. */
function againstSerial({ serial }: StrategyInput, { claim, readiness }: MeasuredFacts): Statement {
  if (serial === null)
    return notMeasured('there is no finished serial baseline of the same split and hardware.');
  if (claim.verdict === 'notComparable') return notMeasured(claim.sentence);
  const prices = `A point cost ${claim.cost?.sentence ?? 'not measured.'} The serial baseline: ${claim.serialCost?.sentence ?? 'not measured.'}`;
  const difference =
    claim.difference === null
      ? ''
      : ` Its prompt scores ${points(claim.difference.mean)} beside the serial one's, paired (n = ${count(claim.difference.n)}).`;
  const time = readiness?.headline
    ? readiness.headline.sentence
    : `No speedup is said: ${readiness?.blockedBy?.sentence ?? 'this run makes no such claim.'}`;
  const notes = claim.notes.length === 0 ? [] : [{ kind: 'list' as const, items: [...claim.notes] }];
  return measured(
    `${prices}${difference} ${time}`,
    `same split and hardware, "${serial.record.label}"`,
    notes,
  );
}

function expectedCosts({ expected: cost, serial, manifest }: StrategyInput) {
  const why = 'nothing is known of this task that an estimate could rest on.';
  const compared = serial
    ? measured(`${serialPrice(serial.record)}`, `"${serial.record.label}"`)
    : notMeasured('there is no finished serial baseline of the same split and hardware.');
  if (cost === null) {
    const none = notMeasured(why);
    return { perPoint: none, perIteration: none, total: none, toTarget: none, againstSerial: compared };
  }
  const total = amountsOf(cost);
  const n = cost.iterations;
  const each = {
    ...total,
    usd: total.usd === null ? null : total.usd / n,
    tokens: total.tokens / n,
    rollouts: total.rollouts / n,
    learningMs: total.learningMs / n,
  };
  const price = expectedPrice({ expected: cost, serial });
  const target = manifest.stopping.targetScore;
  return {
    perPoint: price
      ? expected(price.sentence, `${basisOf(cost)}; over the gain of the serial baseline`)
      : notMeasured('without a serial gain there is nothing to divide by.'),
    perIteration: expected(
      amountWords(each),
      `${plural(n, 'iteration')} of ${cost.batchSize}; ${basisOf(cost)}`,
    ),
    total: expected(
      `${amountWords(total)}; ${plural(cost.estimate.evaluationRollouts, 'evaluation rollout')} beside them; ${duration(cost.estimate.totalMs)} with the measurements.`,
      basisOf(cost),
    ),
    toTarget: expected(
      `At most ${amountWords(total)} until ${target === null ? 'the end of its training' : percent(target)}: it may be reached earlier.`,
      basisOf(cost),
    ),
    againstSerial: compared,
  };
}

const serialPrice = ({
  costUsd,
  gain,
}: {
  readonly costUsd: number | null;
  readonly gain: Parameters<typeof costPerPoint>[1] | null;
}) => `Serial: ${gain === null ? 'not measured on held-out.' : costPerPoint(costUsd, gain).sentence}`;

const amountsOf = ({ estimate, isPriced }: ExpectedCost): Amounts => ({
  usd: isPriced ? estimate.usd : null,
  tokens: estimate.tokens,
  rollouts: estimate.rollouts,
  gpuSeconds: null,
  learningMs: estimate.learningMs,
});

const gpuWords = (gpuSeconds: number | null) => (gpuSeconds === null ? 'not measured' : count(gpuSeconds));

function amountWords({ usd, tokens, rollouts, gpuSeconds, learningMs }: Amounts): string {
  return `${dollars(usd)}, ${count(tokens)} tokens, ${count(rollouts)} rollouts, GPU-seconds ${gpuWords(gpuSeconds)}, ${duration(learningMs)} of learning`;
}
