/**
 * The one number on top: the price of a held-out point, expected or measured, never a raw speedup. A ratio of
 * times is said once the run is ready, and never without that price. Some prices may be stated and still be no
 * headline: what keeps them from it is said beside them.
 */
import { confoundingOf } from '@/lib/policy/confounding';
import { contaminationOf } from '@/lib/policy/contamination';
import { type CostPerPoint, costPerPoint } from '@/lib/report/cost-per-point';
import type { Headline, SpeedupSaid } from './strategy-content';
import type { ExpectedCost, StrategyInput } from './strategy-input';
import { expected, measured, notMeasured, plural } from './words';

export function headlineOf(input: StrategyInput): Headline {
  const { split } = input.manifest.evaluation;
  const common = { metric: 'costPerImprovementPoint', split } as const;
  const { measured: facts } = input;
  if (facts !== null) {
    const { cost } = facts.costs.headline;
    return cost
      ? { ...common, ...measured(cost.sentence, `held-out, ${input.manifest.models.serving.hardware}`) }
      : { ...common, ...notMeasured('the run was not measured on held-out before and after.') };
  }
  const price = expectedPrice(input);
  return price && input.expected
    ? { ...common, ...expected(price.sentence, basisOf(input.expected)) }
    : { ...common, ...notMeasured('what a held-out point will cost cannot be reckoned yet.') };
}

/** Only what the cost report lets out, which asks readiness. */
export function speedupOf({ measured: facts, manifest, serial }: StrategyInput): SpeedupSaid | null {
  const headline = facts?.costs.headline;
  if (headline?.speed.kind !== 'shown' || serial === null) return null;
  const other = serial.record.manifest;
  return {
    ratio: headline.speed.ratio,
    cost: headline.cost,
    splits: [manifest.split.hash, other.split.hash],
    hardware: [manifest.models.serving.hardware, other.models.serving.hardware],
  };
}

/** there may be a number, and still it is no headline. */
export function headlineBlocks({
  evaluationSet,
  manifest,
  diagnosis,
  measured: facts,
  acknowledged = null,
}: StrategyInput): string[] {
  const confounding = confoundingOf(manifest, acknowledged);
  const contaminated = contaminationOf(evaluationSet);
  const speed = facts?.costs.headline.speed;
  const regression = speed?.kind === 'regression' ? [speed.sentence] : [];
  return [
    ...regression,
    ...(contaminated === null ? [] : [contaminated.sentence]),
    ...(confounding?.acknowledged === null ? [confounding.sentence] : []),
    ...(facts === null && diagnosis !== null && diagnosis.verdict !== 'go'
      ? [`The serial diagnosis gives no go: ${diagnosis.reason}`]
      : []),
  ];
}

export function basisOf({ basisRuns, endsAtBudget }: ExpectedCost): string {
  const basis =
    basisRuns > 0
      ? `means of ${plural(basisRuns, 'ended run')} of this task`
      : 'lengths of texts and the published delay of a call';
  return endsAtBudget ? `${basis}, up to the hard budget` : basis;
}

/** Expected dollars over the serial gain: the run is to reach at least what the serial one did. */
export function expectedPrice({
  expected: cost,
  serial,
}: Pick<StrategyInput, 'expected' | 'serial'>): CostPerPoint | null {
  if (cost === null || !serial?.record.gain) return null;
  return costPerPoint(cost.isPriced ? cost.estimate.usd : null, serial.record.gain);
}
